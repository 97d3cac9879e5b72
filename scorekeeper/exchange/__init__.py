"""Reading and writing files as plain values: no database, no pages."""
