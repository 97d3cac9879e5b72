"""The rules of every game, and the decks."""

PAGES = ("games", "own_games")
