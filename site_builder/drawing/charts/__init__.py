"""Charts, from a function of the author to SVG."""
