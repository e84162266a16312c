"""Players to compare with perfect play: naive ones, a random one, and the ladder of human habits."""
