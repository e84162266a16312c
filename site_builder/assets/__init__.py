"""Scripts, styles and fonts, bundled and named by their content."""
