"""Data of "Methods", and what the tests of both languages share."""
