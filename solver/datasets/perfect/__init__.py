"""Data of "What perfect play looks like"."""
