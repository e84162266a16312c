"""Exact solutions of dice games of the Yatzy family."""
