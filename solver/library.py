"""Public functions of the solver: solve a game, advise on a position, compute distributions.

Rulesets are named as on the command line (``scandinavian``, ``maxi``, ``yahtzee``, …); house rules are keyword
arguments (``bonus=75``, ``five_of_a_kind_is_full_house=True``). Results are cached on disk, so a second call takes
milliseconds. An invalid argument raises ``solver.errors.SolverError``.
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
    """Return a ruleset with the given house rules.

    Raises
    ------
    SolverError
        If the ruleset or an option does not exist, or a value is invalid.
    """
    return find_ruleset(rules, {name: str(value).lower() for name, value in options.items()})


def solve(rules: str = DEFAULT_RULESET, theta: float = 0.0, **options: int | str | bool) -> Solution:
    """Return the value of every scorecard under optimal play; ``start_value`` is that of the empty one.

    Parameters
    ----------
    theta : float, per point, from -3 to 3
        Risk parameter. At 0 values are means, otherwise certainty equivalents.

    Notes
    -----
    Scandinavian Yatzy takes a third of a second after two seconds of compilation, Maxi Yatzy half a minute. A cached
    solution loads in milliseconds.
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
    """Return the value of a position and, if dice are given, every option in it, best first.

    Parameters
    ----------
    dice : str
        Faces of the current roll, such as "55566"; empty between turns.
    rerolls : int
        Remaining throws.
    scored : str
        Filled categories with their points, such as "ones=3,one_pair=10".
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
    """Return the exact distribution of a player's final score: ``mean``, ``sd``, ``percentile``, ``chance_of``.

    Raises
    ------
    SolverError
        If the policy does not exist; the message lists all policies.
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
    All targets are solved in one pass. The first call takes a minute and 1.6 GB for Scandinavian Yatzy.
    """
    from solver.targets.chances import find_targets

    return find_targets(ruleset(rules, **options))[0]
