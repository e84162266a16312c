"""Run the steps of a build in order."""
