"""Scoring on a phone without the server: what is sent to it once, and the part of the app that runs there."""
