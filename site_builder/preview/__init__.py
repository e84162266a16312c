"""Serve a project while it is edited: rebuild it in memory and patch open pages."""
