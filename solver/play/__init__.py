"""Play: players followed through the game, and what their games are like, exactly."""
