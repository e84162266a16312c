"""Read the data folder: its manifest, tables, values for the prose, and published files."""
