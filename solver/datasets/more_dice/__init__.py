"""Data of "More dice"."""
