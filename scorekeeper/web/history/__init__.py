"""Looking back: the archive, the trash, statistics, charts and recaps."""
