"""Evaluate explorables: every part over the stops of its own parameters, in a process of its own, once."""
