"""The home page, the page of a night, and its board."""

PAGES = ("home", "night", "tables", "seating", "night_board", "ending")
