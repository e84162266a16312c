"""Caches of results, and digests of the files that they were made from."""
