"""Keeps score of card and dice games that people play at a real table."""

__version__ = "0.1.0"
