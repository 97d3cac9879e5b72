"""The recipes that come with the app."""
