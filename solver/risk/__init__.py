"""Exponential utility: how play changes with the risk parameter theta."""
