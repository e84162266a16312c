"""Advice in a position from the values alone, without a compiler."""
