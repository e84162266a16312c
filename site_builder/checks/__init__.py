"""What is wrong with a project as a whole."""
