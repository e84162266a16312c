"""A whole game at the table that is killed in every way; ``make agreement`` plays twenty."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.agreement.whole_games import WAYS, phone, play_killed


@pytest.mark.nightly
def test_a_whole_game_is_killed_in_every_way(browser: Browser, address: str, tmp_path: Path) -> None:
    with phone(browser.browser_type, tmp_path, f"{address}table.html?lang=en") as opened:
        kills = play_killed(opened, ("coach",), seed=3, n_kills=len(WAYS))
    assert sorted(kill.split()[0] for kill in kills) == sorted(WAYS)
