"""The rules of every game, and the decks."""

PAGES = ("games", "making", "keeping", "own_games")
