"""Prints which of the project's files and functions one request passes through."""
