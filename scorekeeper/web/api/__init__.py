"""What other programs read of a club: the API, and feeds whose addresses hold the token."""

PAGES = ("api", "feeds", "reference")
