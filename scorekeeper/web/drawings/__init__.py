"""Drawings: a hand as strokes, a game as its course, a night as a strip, and bars; and pictures to send."""
