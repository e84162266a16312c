"""Risk: play with exponential utility, and how it changes with the risk parameter theta."""
