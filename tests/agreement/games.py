"""The games whose values the pages contain, and the process that evaluates positions of one with the page's modules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from site_builder.assets.packages import node
from solver.rules.games import find_ruleset
from solver.solving.solution import Solution, find_solution
from tests.agreement.positions import told_positions

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "tests" / "js" / "yatzy" / "agreement" / "page.js"
SEED = 20_241

# Ruleset and options by the name that the game has in addresses of the pages.
GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "scandinavian": ("scandinavian", {}),
    "saved": ("scandinavian-saved", {}),
    "maxi": ("maxi", {}),
    "yahtzee": ("yahtzee", {}),
    "forced": ("yahtzee", {"joker": "forced"}),
}


def solved(name: str) -> Solution:
    """Return the solution of a game, from the machine's cache if it is there."""
    rules, options = GAMES[name]
    return find_solution(find_ruleset(rules, options))[0]


def agreement(name: str, count: int, seed: int = SEED) -> dict[str, Any]:
    """Ask the page's own modules about random positions of a game, and return how far they agree with the solver."""
    return ask_page(name, told_positions(solved(name), count, seed))


def ask_page(name: str, positions: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Send positions through the page's modules, one a line, and return their summary."""
    command = [node(), str(PAGE), name]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as page:
        assert page.stdin is not None
        try:
            for position in positions:
                page.stdin.write(json.dumps(position) + "\n")
        except BrokenPipeError:
            pass  # it has ended, and its error output is reported
        said, error = page.communicate()
    if page.returncode != 0:
        raise RuntimeError(f"the page's modules failed:\n{error}")
    summary: dict[str, Any] = json.loads(said)
    return summary
