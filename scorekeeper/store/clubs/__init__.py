"""Clubs, their players, and who may see them."""
