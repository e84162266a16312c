"""The steps of a build, in order, and nothing else."""
