"""Settings of all tests: hypothesis profiles, bytecode caches, threads and the garbage collector."""

import gc
import os
import sys

from hypothesis import settings

# Otherwise each of the hundreds of processes that tests start compiles the modules that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# As in ``solver.__main__``: with several threads, data sets that a test computes would differ in their last digits.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No example has a deadline, because tests share the processors. `make nightly` sets HYPOTHESIS_PROFILE=deep.
settings.register_profile("quick", parent=settings.get_profile(settings.get_current_profile_name()), deadline=None)
settings.register_profile("deep", parent=settings.get_profile("quick"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# Oracles hold millions of objects, none of them garbage; searching them repeatedly took a tenth of the time.
gc.set_threshold(100_000, 50, 50)


def pytest_collection_finish() -> None:
    """Exempt modules and collected tests from garbage collection: they are used until the end."""
    gc.freeze()
