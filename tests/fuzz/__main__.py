"""Fuzz the site builder and the records of games: ``python -m tests.fuzz [--seed N] [--count N] [--only KIND]``."""

from tests.fuzz.fuzz import main

main()
