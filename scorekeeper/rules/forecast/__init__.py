"""Forecasts of a hand before it is played: the outlook of each bid, and what each side needs."""
