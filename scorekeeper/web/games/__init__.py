"""The rules of every game, and the decks."""

PAGES = ("adding", "games", "keeping", "making", "own_games", "trying")
