"""Check a project as a whole."""
