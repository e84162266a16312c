"""A complete game during which the browser is killed in every way; ``make agreement`` plays twenty."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.agreement.whole_games import WAYS, phone, play_killed, play_seen


@pytest.mark.nightly
def test_a_game_survives_every_way_of_killing_the_browser(browser: Browser, address: str, tmp_path: Path) -> None:
    with phone(browser.browser_type, tmp_path, f"{address}table.html?lang=en") as opened:
        kills = play_killed(opened, ("coach",), seed=3, n_kills=len(WAYS))
    assert sorted(kill.split()[0] for kill in kills) == sorted(WAYS)


@pytest.mark.parametrize("n_kills", [3, pytest.param(40, marks=pytest.mark.nightly)])
def test_nothing_that_was_painted_is_lost(browser: Browser, address: str, tmp_path: Path, n_kills: int) -> None:
    counts = play_seen(browser.browser_type, tmp_path, f"{address}table.html?lang=en", seed=n_kills, n_kills=n_kills)
    print(f"{n_kills} kills: {counts}")
    assert n_kills < 40 or counts["painted"] > 0
