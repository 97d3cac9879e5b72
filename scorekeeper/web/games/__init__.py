"""The rules of every game, and the decks."""

PAGES = ("games", "making", "own_games")
