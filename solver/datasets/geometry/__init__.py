"""Data of "The geometry of a game"."""
