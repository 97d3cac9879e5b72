"""How fast the app is, always against something measured in the same run: `make bench`."""
