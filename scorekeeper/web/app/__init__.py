"""The website as an app that can be installed."""

PAGES = ("installing", "whats_new")
