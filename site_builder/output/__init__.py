"""The only writing: whole folders, or nothing."""
