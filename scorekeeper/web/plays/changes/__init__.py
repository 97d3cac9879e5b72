"""Changes of a whole game, each previewed before it is saved, and the history of them all."""

PAGES = ("conflicts", "hand_changes", "presence", "settings", "what_if")
