"""The home page and the page of a night."""

PAGES = ("home", "night", "ending")
