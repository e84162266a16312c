"""Run the command line: ``python -m solver``."""

from solver.cli import run

run()
