"""Data of "What one dial cannot do"."""
