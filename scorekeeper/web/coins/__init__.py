"""The coins of a night: the overview, a player's statement, and settling up."""
