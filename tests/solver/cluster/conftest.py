import logging
from collections.abc import Iterator

import pytest
from distributed import Client, LocalCluster

from tests.solver.cluster.clusters import FOUR_CATEGORIES


@pytest.fixture(scope="package")
def dask_client() -> Iterator[Client]:
    """A cluster of two workers for the tests of this folder; it ends with them, as it never rests.

    The workers are threads of this process, which tasks reach by TCP as they reach any worker; processes of workers
    take four seconds to start.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=False,
            host="127.0.0.1",
            protocol="tcp://",
            dashboard_address="127.0.0.1:0",
            memory_limit=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command take a small game, whatever its ruleset is."""
    monkeypatch.setattr("solver.cli.cluster.chosen_ruleset", lambda _name, _options: FOUR_CATEGORIES)


@pytest.fixture
def scheduler(dask_client: Client) -> str:
    """The address of a cluster that runs already."""
    return str(dask_client.scheduler_info()["address"])
