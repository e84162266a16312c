"""Load explorables and evaluate every part in every state, in a separate process."""
