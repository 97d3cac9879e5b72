"""The sheet of a running game, and everything done on it."""

PAGES = ("new_game", "sheet", "board", "caller", "saving", "correcting", "play")
