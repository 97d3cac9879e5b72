"""The rules of every game, and the decks."""

PAGES = ("games", "keeping", "making", "own_games", "trying")
