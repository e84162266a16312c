"""Data sets: everything the site shows of the game, as files with a manifest."""
