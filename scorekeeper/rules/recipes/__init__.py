"""Games that are data: reading them, their formulas, and the games that they make."""
