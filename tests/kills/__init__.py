"""Rounds in which the server, the browser or the network goes away while hands are entered."""
