"""Data of "Solving backwards"."""
