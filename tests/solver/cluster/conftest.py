from collections.abc import Iterator

import pytest
from distributed import Client

from solver.cluster.run import connected
from tests.solver.cluster.clusters import RULES


@pytest.fixture(scope="package")
def dask_client() -> Iterator[Client]:
    """A cluster of two workers on this machine for the tests of this folder; it ends with them, as it never rests."""
    with connected(None, 2) as client:
        yield client


@pytest.fixture
def small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command take a small game, whatever its ruleset is."""
    monkeypatch.setattr("solver.cli.cluster.chosen_ruleset", lambda _name, _options: RULES["six categories"])


@pytest.fixture
def scheduler(dask_client: Client) -> str:
    """The address of a cluster that runs already."""
    return str(dask_client.scheduler_info()["address"])
