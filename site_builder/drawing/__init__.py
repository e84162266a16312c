"""Render formulas, widgets, images, listings and Matplotlib figures; run authors' code in processes."""
