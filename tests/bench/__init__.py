"""Benchmarks of the app, always against something measured in the same run: `make bench`."""
