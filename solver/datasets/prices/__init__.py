"""Data of the first chapter: prices of boxes."""
