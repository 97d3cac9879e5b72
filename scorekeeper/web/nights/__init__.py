"""The home page, the page of a night, and its board."""

PAGES = ("home", "night", "tables", "night_board", "ending")
