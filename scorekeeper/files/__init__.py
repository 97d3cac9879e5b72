"""Files: clubs and nights, tables, BG Stats and backups, written from the database and read into it."""
