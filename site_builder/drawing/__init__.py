"""Draw what needs other programs or processes: formulas, widgets, images, listings, directives of authors."""
