"""The sheet of a running game, and everything done on it."""
