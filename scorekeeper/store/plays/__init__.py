"""Plays: their hands, every change of them, and what they score."""
