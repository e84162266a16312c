"""Data of "Risk"."""
