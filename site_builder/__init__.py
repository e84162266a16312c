"""A static site generator for explorable explanations: markdown, data and widgets in, a site out."""
