"""Data sets of small minds."""
