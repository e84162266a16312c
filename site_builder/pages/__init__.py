"""Whole pages, and what lies beside them."""
