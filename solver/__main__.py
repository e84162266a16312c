"""Run the command line: ``python -m solver``."""

import os

# Our own threads fill the processors; those of linear algebra beside them would only wait for each other, at full
# speed, and would split sums by their number. Read when numpy is loaded, so it stands before all that loads it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from solver.cli.main import run

run()
