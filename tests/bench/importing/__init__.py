"""What it costs to import a backup elsewhere."""
