"""Running the app: serving it, its data folder and backups, and the commands for its host."""
