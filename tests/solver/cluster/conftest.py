from collections.abc import Iterator

import pytest
from distributed import Client

from solver.cluster.run import connected


@pytest.fixture(scope="package")
def dask_client() -> Iterator[Client]:
    """A cluster of two workers on this machine for the tests of this folder; it ends with them, as it never rests."""
    with connected(None, 2) as client:
        yield client
