"""Export and import."""

PAGES = ("exporting", "importing")
