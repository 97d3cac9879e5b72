"""The rules of every game, and the decks."""
