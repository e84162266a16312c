"""Read the files of a project into numbered texts."""
