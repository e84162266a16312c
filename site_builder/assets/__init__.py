"""Bundle scripts, styles and fonts, and name each file by its content."""
