"""Access to clubs, and their players."""
