"""Publish tables from data scripts, and record the inputs from which they were computed."""
