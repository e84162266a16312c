"""Publish the mean wait at a counter by its load."""

from site_builder import publish

SERVICE = 3  # minutes that one customer takes


def mean_wait(load: float) -> float:
    """Return the mean wait at one counter in minutes, for a load from 0 to 1."""
    return SERVICE * load / (1 - load)


publish(
    waits=[{"load": load, "wait": mean_wait(load / 100)} for load in range(1, 96)],
    units={"load": "%", "wait": "minutes"},
    descriptions={"waits": "Mean wait at one counter, by its load."},
)
