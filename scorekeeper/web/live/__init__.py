"""Telling open pages that what they show has changed."""

PAGES = ("live",)
