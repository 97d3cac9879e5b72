"""The coins of a night, and settling up."""
