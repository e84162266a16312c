"""Compare the pages with the solver: python -m tests.agreement [--positions 100000] [--games 20] [--only GAME].

For each game the page's own modules evaluate random positions. Every value may differ by half a step of the tables,
1/512 of a point, and the best option must be the solver's, or one that loses at most a step. Then whole games are
played at the table in a real browser, by taps, and killed at random moments. The last result of each part with the
default number of positions or games is stored in ``record.json``. Exit status 1 if something differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.agreement.games import GAMES, ROOT, agreement
from tests.agreement.whole_games import KINDS, phone, play_killed
from tests.browser.server import static_host

RECORD = Path(__file__).with_name("record.json")
N_POSITIONS, N_GAMES, N_KILLS = 100_000, 20, 3
SIDE_BY_SIDE = 4  # games: half of a browser's time is waiting


def tell(words: str) -> None:
    """Print a line at once."""
    print(words, flush=True)


def compare(name: str, n_positions: int) -> bool:
    """Compare positions of a game, print and store the result; return whether the page agrees with the solver."""
    start = time.perf_counter()
    summary = agreement(name, n_positions)
    faults = summary.pop("faults")
    tell(
        f"{name:<13} {summary['positions']:,} positions, {summary['options']:,} options: values differ by at most "
        f"{summary['worst_difference']:.6f}; another best option in {summary['other_best']}, giving away at most "
        f"{summary['dearest_other_best']:.6f} ({time.perf_counter() - start:.0f} s)"
    )
    for fault in faults:
        tell(f"    {fault}")
    if n_positions >= N_POSITIONS:
        keep(name, {**summary, "faults": len(faults)})
    return not faults


def play(site: Path, n_games: int) -> None:
    """Play whole games, and keep how many went well; raises where one of them loses something."""
    with static_host(site) as address, ThreadPoolExecutor(SIDE_BY_SIDE) as threads:
        played = [threads.submit(play_one, f"{address}table.html?lang=en", number) for number in range(n_games)]
        for number, game in enumerate(played):
            tell(f"game {number + 1} of {n_games}: {game.result()}")
    if n_games >= N_GAMES:
        keep("whole games", {"games": n_games, "kills": n_games * N_KILLS})


def play_one(address: str, number: int) -> str:
    """Play one game and return how it was killed."""
    kinds = KINDS[number % len(KINDS)]
    with (
        tempfile.TemporaryDirectory() as memory,
        sync_playwright() as playwright,
        phone(playwright.chromium, Path(memory), address) as opened,
    ):
        kills = play_killed(opened, kinds, number, N_KILLS)
    return f"{', '.join(kinds)}; {', '.join(kills)}; nothing lost"


def keep(name: str, result: dict[str, Any]) -> None:
    """Keep the last result of one part."""
    known = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    parts = known | {name: {"date": f"{datetime.now(UTC):%Y-%m-%d}", **result}}
    ordered = {part: parts[part] for part in (*GAMES, "whole games") if part in parts}
    RECORD.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Compare and play; say whether all agrees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=N_POSITIONS, help="of each game")
    parser.add_argument("--games", type=int, default=N_GAMES, help="whole games in the browser")
    parser.add_argument("--only", choices=GAMES, action="append", help="positions of this game alone")
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    options = parser.parse_args()
    if options.games and not (options.site / "table.html").is_file():
        print(f"there is no table.html in {options.site}: build the site first", file=sys.stderr)
        return 1
    agrees = [compare(name, options.positions) for name in options.only or GAMES if options.positions]
    if options.games:
        play(options.site, options.games)
    return int(not all(agrees))


if __name__ == "__main__":
    sys.exit(main())
