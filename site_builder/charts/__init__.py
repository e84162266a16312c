"""Charts: from a function of an author to SVG."""
