"""Targets: objectives that count the points so far, as the chance of reaching a score does."""
