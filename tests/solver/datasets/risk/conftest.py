"""A small game whose data sets on risk are computed once."""

import pytest

from solver.datasets.contract import Workshop
from tests.solver.games import GAMES, ruleset

SMALL = ruleset(GAMES["six categories"])


@pytest.fixture(scope="package")
def workshop(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YATZY_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield Workshop(SMALL)
