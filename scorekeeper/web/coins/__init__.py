"""The coins of a night: the overview, a player's statement, and settling up."""

PAGES = ("coins", "statement", "counting", "settle_up", "shared_cost", "tab")
