"""Stills of widgets, drawn by their own modules."""
