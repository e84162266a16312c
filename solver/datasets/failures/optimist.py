"""Data sets on two ways to be wrong: hoping for the dice, and greed with a penalty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.game.dice import dice_text
from solver.game.game import Game

HOPES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999, 1.0)
ROLLS = ("23556", "66666")  # one on which nothing is perfect yet, and one that is in many boxes
SCALES = (5.0, 500.0)  # points; the first and the last of the grid
N_SCALES = 33
N_CLOSER = 25  # of the closer grid, from the neighbour below the best to the one above


@table(ruleset="scandinavian", hopes=list(HOPES))
def optimist_dial(workshop: Workshop) -> pd.DataFrame:
    """Turn the dial from the average of the dice to the best of the dice; one row per stop.

    A player at stop w values a throw by (1 - w) times its mean plus w times the best that it can show; ties are decided
    in the project's order. With hope, options are ties if what they fall short of the highest points differs by less
    than a share of 1e-13 of it: a tolerance in points would treat nearly all options as ties long before they are. At
    0.99 and 0.999 values have 32 digits and the share is 1e-28; any share from 1e-22 to 3e-30 gives the same mean to
    all digits of a float64.

    Columns
    -------
    hope : float
        The stop w, from 0, perfect play, to 1, the optimist.
    believes : float, points
        The final score that it expects before the first throw.
    mean : float, points
        The final score that it can truly expect.
    bonus_rate : float, probability
        Chance of the bonus.
    """
    from solver.baselines.optimist import hopeful_maker, optimist
    from solver.baselines.summary import kept_means, kept_summary  # compiles
    from solver.baselines.turn import optimal

    # The ends of the dial are told among the policies, too, and are followed once.
    ends: dict[float, tuple[str, Callable[[Game], Any]]] = {0.0: ("optimal", optimal), 1.0: ("max", optimist)}
    rows = []
    for hope in HOPES:
        if hope in ends:
            summary = kept_summary(workshop.game, *ends[hope])
            rows.append((hope, summary.belief, summary.distribution.mean, summary.bonus_rate))
        else:
            means = kept_means(workshop.game, f"hope-{hope:g}", hopeful_maker(hope))
            rows.append((hope, means.belief, means.mean, means.bonus_rate))
    return pd.DataFrame(rows, columns=["hope", "believes", "mean", "bonus_rate"])


@table(ruleset="scandinavian")
def max_tie_rules(workshop: Workshop) -> pd.DataFrame:
    """Score the optimist under several orders of looking at options that it believes equal; one row per tie rule.

    The last two bound all tie rules: they take what is truly best, or truly worst, among all that it believes equal.

    Columns
    -------
    rule : str
        Name of the tie rule; "project" is that of the published policy ``max``.
    description : str
        The rule in words.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the final score.
    bonus_rate : float, probability
        Chance of the bonus.
    """
    from solver.baselines.optimist import TIE_RULES, fair_maker, optimist, tie_maker
    from solver.baselines.summary import kept_summary  # compiles

    made: list[tuple[str, str, Callable[[Game], Any]]] = [
        (rule.name, rule.description, tie_maker(rule)) for rule in TIE_RULES.values()
    ]
    made[0] = (*made[0][:2], optimist)  # which is kept already
    made += [
        ("truly-best", "of equal options the truly best: no tie rule scores more", fair_maker(1.0)),
        ("truly-worst", "of equal options the truly worst: no tie rule scores less", fair_maker(-1.0)),
    ]
    rows = []
    for name, description, make in made:
        summary = kept_summary(workshop.game, "max" if make is optimist else f"max-{name}", make)
        found = summary.distribution
        rows.append((name, description, found.mean, found.sd, summary.bonus_rate))
    return pd.DataFrame(rows, columns=["rule", "description", "mean", "sd", "bonus_rate"])


@table(ruleset="scandinavian", rolls=list(ROLLS))
def tie_rule_moves(workshop: Workshop) -> pd.DataFrame:
    """Show what the optimist does in its first turn, with two throws left; one row per tie rule and roll.

    Columns
    -------
    rule : str
        Name of the tie rule, as in max_tie_rules.
    dice : str
        The roll.
    category : str
        The category that it is scored in; empty where dice are kept.
    keep : str
        The dice that are kept; empty for none, and where the roll is scored.
    """
    from solver.baselines.optimist import TIE_RULES, tie_maker  # compiles
    from solver.kernels.play import Places
    from solver.play.tables import Tables

    game, tables = workshop.game, Tables(workshop.game)
    lattice, start = game.lattice, Places(*np.zeros((3, 1), dtype=np.int64))
    rows = []
    for rule in TIE_RULES.values():
        options = tie_maker(rule)(game).decide(tables, start)[0, game.ruleset.n_rerolls, :, 0]
        for dice in ROLLS:
            roll = lattice.rolls.index(tuple(map(int, dice)))
            number, keeps = int(options[roll]), lattice.choices_of_roll[roll]
            is_kept = number < len(keeps)
            category = "" if is_kept else game.ruleset.category_names[number - len(keeps)]
            keep = dice_text(lattice.keeps[keeps[number]]) if is_kept else ""
            rows.append((rule.name, dice, category, keep))
    return pd.DataFrame(rows, columns=["rule", "dice", "category", "keep"])


@table(ruleset="scandinavian", scales=list(SCALES), grid=N_SCALES)
def penalty_scale(workshop: Workshop) -> pd.DataFrame:
    """Score the penalised greedy player for many scales of its penalty; one row per scale, ascending.

    Points count exp(-(largest points of the box - points) / scale) times; both rerolls are counted exactly. The mean
    moves in many small jumps, wherever the scale turns a decision over, so it is told for many scales: a logarithmic
    grid, the scale of the source, and a closer grid around the best of these. Between two of them it is not known.

    Columns
    -------
    scale : float, points
        Scale of the penalty.
    mean : float, points
        Expected final score.
    bonus_rate : float, probability
        Chance of the bonus.
    origin : str
        Grid, source or closer.
    best : bool
        Whether the mean is the largest of all rows.
    """
    from solver.baselines.facts import Facts, kept_facts
    from solver.baselines.turn import PENALTY_SCALE, penalty_finder  # compiles

    known: dict[float, Facts] = {}

    def means(scales: Sequence[float]) -> list[float]:
        asked = [scale for scale in scales if scale not in known]
        if asked:
            found = kept_facts(workshop.game, f"penalty-{asked!r}", penalty_finder(asked))
            known.update(zip(asked, found, strict=True))
        return [known[scale]["mean"] for scale in scales]

    origin = dict.fromkeys(np.geomspace(*SCALES, N_SCALES).round(3).tolist(), "grid") | {PENALTY_SCALE: "source"}
    grid = sorted(origin)
    best = int(np.argmax(means(grid)))
    ends = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    origin = dict.fromkeys(np.geomspace(*ends, N_CLOSER).round(3).tolist(), "closer") | origin
    means(sorted(origin))
    rows = [(scale, known[scale]["mean"], known[scale]["bonus_rate"], origin[scale]) for scale in sorted(origin)]
    frame = pd.DataFrame(rows, columns=["scale", "mean", "bonus_rate", "origin"])
    return frame.assign(best=frame.index == frame["mean"].idxmax())
