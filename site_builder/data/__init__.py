"""The folder of computed data: its manifest, its tables, numbers for the prose, files to publish."""
