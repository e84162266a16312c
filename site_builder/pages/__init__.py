"""Render whole pages and the files of a site: feed, sitemap, redirects, icons, cards, search index."""
