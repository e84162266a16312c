"""What to do in a position, from the values alone: no compiler is loaded."""
