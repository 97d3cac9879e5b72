"""The rules of every game, and the engine that scores a sheet by them."""
