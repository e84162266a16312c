"""Values of all states, from the last layer to the first."""
