"""What other programs read of a club and write there: the API, and feeds whose addresses hold the token."""

PAGES = ("api", "feeds", "reference", "writing")
