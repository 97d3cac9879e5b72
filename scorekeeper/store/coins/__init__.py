"""The coins of a night."""
