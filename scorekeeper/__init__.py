"""Keeps score of card and dice games that people play at a real table."""

__version__ = "1.0.0"
