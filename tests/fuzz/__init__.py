"""Mutated inputs of every kind, through the same functions as the command line: no traceback, no hang."""
