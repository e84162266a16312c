"""Players to compare with perfect play: those that fail, chance itself, and the ladder of human rules."""
