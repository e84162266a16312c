"""Solutions of the other games, found once for all data sets."""

from __future__ import annotations

from solver.datasets.contract.workshop import Workshop
from solver.rules.games import find_ruleset
from solver.solving.solution import Solution, find_solution


def maxi_solution(_workshop: Workshop) -> Solution:
    """Return Maxi Yatzy, solved; make it by ``workshop.once``, like all of these."""
    return find_solution(find_ruleset("maxi"))[0]


def saving_solution(_workshop: Workshop) -> Solution:
    """Return Scandinavian Yatzy with saved throws, solved."""
    return find_solution(find_ruleset("scandinavian-saved"))[0]


def yahtzee_solution(_workshop: Workshop) -> Solution:
    """Return American Yahtzee with free jokers, solved."""
    return find_solution(find_ruleset("yahtzee"))[0]


def forced_yahtzee_solution(_workshop: Workshop) -> Solution:
    """Return American Yahtzee with forced jokers, solved."""
    return find_solution(find_ruleset("yahtzee", {"joker": "forced"}))[0]
