"""Looking back: a club's games of all its years."""
