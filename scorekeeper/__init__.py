"""Keeps score of card and dice games that people play at a real table."""

__version__ = "1.1.0"
