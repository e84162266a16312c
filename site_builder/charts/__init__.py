"""Draw charts: from an author's function to SVG."""
