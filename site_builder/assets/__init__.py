"""Bundle scripts, styles and fonts, and name each file by a digest of its content."""
