"""Data of the advisor."""
