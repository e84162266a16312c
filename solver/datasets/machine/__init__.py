"""Data of "The machine"."""
