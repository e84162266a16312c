"""Run the command line: ``python -m solver``."""

import os

# The solver's own threads use all processors. Threads of the linear algebra library would compete with them and change
# the order of summation. The variable must be set before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from solver.cli.main import run

run()
