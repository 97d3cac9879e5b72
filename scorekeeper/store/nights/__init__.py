"""Nights and who is there."""
