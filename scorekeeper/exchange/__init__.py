"""What goes in and comes out of files, as plain values: no database, no pages."""
