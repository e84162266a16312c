"""Data of "Two instructive failures"."""
