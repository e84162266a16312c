"""Render whole pages and the files beside them: feeds, icons, cards, search index."""
