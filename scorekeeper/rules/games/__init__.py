"""Every game, one family a file."""
