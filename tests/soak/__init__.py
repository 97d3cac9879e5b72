"""A random evening with everything that can go wrong at once, and what became of it."""
