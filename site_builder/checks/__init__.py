"""Check figures, prose, finished pages and sizes of a project."""
