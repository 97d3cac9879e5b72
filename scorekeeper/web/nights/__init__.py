"""The home page, the page of a night, and its board."""

PAGES = ("home", "night", "night_board", "ending")
