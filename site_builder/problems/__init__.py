"""Errors and warnings with places in the files of authors."""
