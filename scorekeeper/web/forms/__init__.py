"""Forms drawn from what a game declares."""
