"""Connections: a Dask cluster that runs already, or one on this machine for the time of a run."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from distributed import Client as Client
from distributed import LocalCluster

from solver.errors import SolverError

CONNECT_SECONDS = 5
WAIT_SECONDS = 10  # for the first worker
START_SECONDS = 60  # for a cluster of this machine to answer, however busy it is


@contextmanager
def connected(scheduler: str | None, n_workers: int) -> Iterator[Client]:
    """Connect to a scheduler, or start one on this machine with workers of one thread each, and stop it in the end.

    Raises
    ------
    SolverError
        If nobody answers there, or the cluster has no workers.
    """
    # What a user should know is told by errors. Not set back: connections that end still tell their story afterwards.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if scheduler is None:
        with local_cluster(n_workers) as client:
            yield client
        return
    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise SolverError(
            f"--scheduler {scheduler}: no scheduler answers there; give the address that `dask scheduler` prints, "
            "as in tcp://host:8786"
        ) from error
    with client:
        wait_for_worker(client, scheduler)
        check_workers(client)
        yield client


def wait_for_worker(client: Client, scheduler: str) -> None:
    """Wait until there is a worker.

    Raises
    ------
    SolverError
        If none comes for a while.
    """
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError as error:
        raise SolverError(f"--scheduler {scheduler}: it has no workers; start some with `dask worker`") from error


def check_workers(client: Client) -> None:
    """Check that the workers have the solver: one without it would die of its first task, and tell nobody why.

    Raises
    ------
    SolverError
        If one lacks it.
    """
    lacking = [worker for worker, found in client.run(find_spec, "solver").items() if found is None]
    if lacking:
        raise SolverError(f"the solver is not installed for {', '.join(lacking)}: pip install .[cluster] there too")


@contextmanager
def local_cluster(n_workers: int) -> Iterator[Client]:
    """Start a cluster on this machine that nobody else sees, on ports that are free.

    Raises
    ------
    SolverError
        If it does not start.
    """
    try:
        cluster = LocalCluster(
            n_workers=n_workers,
            threads_per_worker=1,
            host="127.0.0.1",
            scheduler_port=0,
            dashboard_address="127.0.0.1:0",
            memory_limit=None,
            silence_logs=logging.CRITICAL,  # of the workers
        )
    except (OSError, RuntimeError) as error:
        raise SolverError(f"--workers {n_workers}: they do not start here: {error}") from error
    with cluster, Client(cluster, timeout=START_SECONDS) as client:
        yield client
