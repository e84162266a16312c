"""The solver as a library: the few functions that a stranger needs, with the words of the command line.

Rules are named as there (``scandinavian``, ``maxi``, ``yahtzee``, …), house rules are keyword arguments
(``bonus=75``, ``five_of_a_kind_is_full_house=True``). What is solved once is kept on the machine, so the second call
takes milliseconds. A mistake in an argument raises ``solver.errors.SolverError`` with words for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.rules.games import DEFAULT_RULESET, find_ruleset
from solver.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from solver.advising.advice import Advice
    from solver.play.distribution import Distribution
    from solver.solving.solution import Solution
    from solver.targets.chances import Targets


def ruleset(rules: str = DEFAULT_RULESET, **options: int | str | bool) -> Ruleset:
    """Return the rules of a game, with house rules as options.

    Raises
    ------
    SolverError
        If there is no such game, or it has no such option, or the option does not take the value.
    """
    return find_ruleset(rules, {name: str(value).lower() for name, value in options.items()})


def solve(rules: str = DEFAULT_RULESET, theta: float = 0.0, **options: int | str | bool) -> Solution:
    """Return the value of every scorecard of a game under best play; ``start_value`` is that of the empty one.

    Parameters
    ----------
    theta : float, per point, from -3 to 3
        Risk parameter: at 0 the mean is wanted, at others values are certainty equivalents.

    Notes
    -----
    Scandinavian Yatzy takes a third of a second and two to compile, Maxi Yatzy half a minute; kept, milliseconds.
    """
    from solver.solving.solution import find_solution

    return find_solution(ruleset(rules, **options), theta)[0]


def advise(
    dice: str = "",
    rerolls: int = 2,
    scored: str = "",
    rules: str = DEFAULT_RULESET,
    theta: float = 0.0,
    **options: int | str | bool,
) -> Advice:
    """Return what a position is worth and, with dice on the table, every option in it, best first.

    Parameters
    ----------
    dice : str
        The faces, such as "55566"; none between turns.
    rerolls : int
        Throws still in hand.
    scored : str
        What is written, such as "ones=3,one_pair=10".
    """
    from solver.advising.advice import between_turns, with_dice
    from solver.advising.positions import read_position, read_scorecard

    solution = solve(rules, theta, **options)
    game, values = solution.game, solution.value_of_state
    scorecard = read_scorecard(game, scored)
    if not dice:
        return between_turns(game, values, scorecard)
    return with_dice(game, values, scorecard, *read_position(game, scorecard, dice, str(rerolls)), theta)


def distribution(policy: str = "optimal", rules: str = DEFAULT_RULESET, **options: int | str | bool) -> Distribution:
    """Return the exact probabilities of the final scores of a player: ``mean``, ``sd``, ``percentile``, ``chance_of``.

    Raises
    ------
    SolverError
        If there is no player called ``policy``; the message lists them.
    """
    from solver.game.game import Game
    from solver.minds.players import find_policy
    from solver.play.long_walk import find_distribution

    found = ruleset(rules, **options)
    return find_distribution(Game(found), find_policy(policy, found))[0]


def chances(rules: str = DEFAULT_RULESET, **options: int | str | bool) -> Targets:
    """Return the largest probability of reaching each score: ``chance_of(250)``, ``best_percentile(90)``.

    Notes
    -----
    One solve for all targets; Scandinavian Yatzy takes a minute and 1.6 GB the first time.
    """
    from solver.targets.chances import find_targets

    return find_targets(ruleset(rules, **options))[0]
