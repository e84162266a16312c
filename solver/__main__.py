"""Run the command line: ``python -m solver``."""

from solver.cli.main import run

run()
