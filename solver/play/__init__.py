"""Exact evaluation of players: walks through the game, distributions and statistics."""
