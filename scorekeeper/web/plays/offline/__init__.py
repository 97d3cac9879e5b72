"""Going on with a game while the server can't be reached."""

PAGES = ("blank_forms",)
