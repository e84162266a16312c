"""From the files of a project to numbered texts."""
