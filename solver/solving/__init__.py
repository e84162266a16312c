"""Values of all scorecards, from the last to the first."""
