"""Running every command of the documents as it is written: `make commands`."""
