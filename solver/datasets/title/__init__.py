"""Data of the title page."""
