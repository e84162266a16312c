"""Objectives that depend on the points so far, such as the chance of reaching a score."""
