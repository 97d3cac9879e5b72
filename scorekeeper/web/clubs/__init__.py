"""Access to clubs, and their players."""

PAGES = ("inviting", "joining", "players", "phones", "erasing", "readers")
