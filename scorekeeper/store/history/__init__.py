"""Looking back: the archive, the trash, statistics and records."""
