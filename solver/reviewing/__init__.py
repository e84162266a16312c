"""Recorded games: their text format, and the regret of every decision."""
