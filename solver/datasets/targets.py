"""Data of the chapter "What one dial cannot do"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.advising.advice import Choice, choices, solve_turn
from solver.datasets.contract import Arrays, Workshop, table
from solver.datasets.records import recorded_table
from solver.datasets.risk import games_of_thetas, theta_frontier
from solver.datasets.shared import perfect_visits, play_of_optimum
from solver.game.dice import dice_text
from solver.solving.objectives import TIE
from solver.solving.solution import Solution
from solver.targets.chances import target_turn
from solver.targets.opponents import WayToPlay, last_box_turn

if TYPE_CHECKING:
    from solver.risk.dial import Dial
    from solver.targets.chances import Targets


PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
FOLLOWED = (300,)  # whose optimal play is walked through the game
LEAST_VISITS = 3e-8  # rarer standings are dropped


def targets_of(workshop: Workshop) -> Targets:
    """Return the targets of the workshop's ruleset."""
    from solver.targets.chances import find_targets

    return find_targets(workshop.ruleset)[0]


def late_targets_of(workshop: Workshop) -> Targets:
    """Return the targets of the last turns."""
    from solver.targets.chances import late_targets

    return late_targets(workshop.ruleset, MOST_BOXES)


def wins_against_perfect_play(solution: Solution) -> Arrays:
    """Return the win rates against perfect play, in the order of the fields of ``opponents.WinRates``."""
    from solver.targets.opponents import win_rates  # compiles

    workshop = Workshop(solution.game.ruleset)
    rates = win_rates(targets_of(workshop), workshop.kept(play_of_optimum)["prob_of_score"])
    return {"rates": np.array([rates.like_opponent, rates.against_unknown, rates.knowing])}


def paths_to_targets(solution: Solution) -> Arrays:
    """Return statistics of optimal play for some targets, by target, turn and remaining throws."""
    from solver.targets.past import follow_target  # compiles

    targets = targets_of(Workshop(solution.game.ruleset))
    paths = [follow_target(targets, target, LEAST_VISITS) for target in FOLLOWED]
    return {
        "is_open": np.array([path.is_open for path in paths]),
        "decisions": np.array([path.decisions for path in paths]),
        "differs": np.array([path.differs for path in paths]),
        "left_out": np.array([path.left_out for path in paths]),
    }


@table()
def best_percentiles(workshop: Workshop) -> pd.DataFrame:
    """Compute the best possible percentiles of the final score; one row per percentile.

    Columns
    -------
    percentile (int, %): The share p of games that score less.
    best_score (int, points): The largest t that some policy reaches with a probability above 1 - p.
    optimal_score (int, points): The percentile of perfect play: the smallest score s with P(X <= s) >= p.
    """
    told = best_theta_for_percentile(workshop)
    return told[told["percentile"].isin(PERCENTILES)][["percentile", "best_score", "optimal_score"]]


@recorded_table("computed", opponent="perfect play, that of the largest expected score")
def win_rates(workshop: Workshop) -> pd.DataFrame:
    """Compute chances of more points than perfect play, by what is known of its score; one row per player.

    Columns
    -------
    player (str): like_opponent: perfect play itself; against_unknown: optimal play against the distribution of the
        opponent's final score; knowing: optimal play against that score, known from the start, an upper bound.
    rate (float, games): Share of the games won; a tie is not won.
    """
    rates = workshop.kept(wins_against_perfect_play)["rates"]
    return pd.DataFrame({"player": ["like_opponent", "against_unknown", "knowing"], "rate": rates})


@recorded_table("computed", targets=list(FOLLOWED), least_visits=LEAST_VISITS)
def past_score(workshop: Workshop) -> pd.DataFrame:
    """Compute how often optimal play for a target depends on the points so far; one row per target and turn.

    A player who ignores them takes the same option for all points so far. The best such option is the one that is
    optimal in most visits; in the others the decision depends on the points so far. Upper totals from which the bonus
    is out of reach count as one.

    Columns
    -------
    target (int, points): Final score to be reached.
    turn (int, turns): Turn of the game, from 1.
    open (float, probability): Probability that the target is neither certain nor out of reach before the turn.
    decisions (float, decisions): Expected number of decisions of the turn with more than one option, while the target
        is open.
    needs_past (float, decisions): Number of them in which the best option of a player who ignores the points so far is
        not optimal.
    share (float): The second as a share of the first; 0 where there are none.
    left_out (float, probability): Probability, up to this turn, of points so far that are too rare and were dropped.
    """
    paths = workshop.kept(paths_to_targets)
    decisions, differs = paths["decisions"].sum(axis=2), paths["differs"].sum(axis=2)
    n_targets, n_turns = decisions.shape
    return pd.DataFrame(
        {
            "target": np.repeat(FOLLOWED, n_turns),
            "turn": np.tile(np.arange(1, n_turns + 1), n_targets),
            "open": paths["is_open"].ravel(),
            "decisions": decisions.ravel(),
            "needs_past": differs.ravel(),
            "share": np.divide(differs, decisions, out=np.zeros_like(differs), where=decisions > 0).ravel(),
            "left_out": np.cumsum(paths["left_out"], axis=1).ravel(),
        }
    )


CERTAIN = 1e-12  # targets missed with a smaller probability than this are omitted


def dial_of_thetas(workshop: Workshop) -> Dial:
    """Return the players for all published thetas."""
    from solver.risk.dial import Dial  # compiles

    games = workshop.once(games_of_thetas)
    return Dial(tuple(one.theta for one in games), [one.distribution for one in games])


@recorded_table("computed")
def dial_loss(workshop: Workshop) -> pd.DataFrame:
    """Compare the best theta for every target with optimal play for the target; one row per target that can be missed.

    Columns
    -------
    score (int, points): The target: a final score of at least this.
    best_probability (float, probability): Largest probability of reaching it, for a player who sees the points so far.
    theta (float, per point): The theta, of those in theta_frontier, whose player reaches it most often.
    theta_probability (float, probability): Its probability.
    optimal_probability (float, probability): Probability for perfect play, theta = 0.
    gap (float, probability): Difference of the best theta from the largest probability.
    relative_gap (float, share): The same as a share of the largest probability.
    optimal_gap (float, probability): Difference of perfect play from the largest probability.
    """
    dial, best = workshop.once(dial_of_thetas), workshop.once(targets_of).best_probability
    mean = dial.chance_of_target[dial.thetas.index(0.0)]
    rows = []
    for score in range(1, len(best)):
        if best[score] > 0.0 and dial.chance_of_target[:, score].min() < 1.0 - CERTAIN:
            setting = dial.best_for_target(score)
            rows.append(
                {
                    "score": score,
                    "best_probability": best[score],
                    "theta": setting.theta,
                    "theta_probability": setting.achieved,
                    "optimal_probability": mean[score],
                    "gap": best[score] - setting.achieved,
                    "relative_gap": 1.0 - setting.achieved / best[score],
                    "optimal_gap": best[score] - mean[score],
                }
            )
    return pd.DataFrame(rows)


@table()
def best_theta_for_percentile(workshop: Workshop) -> pd.DataFrame:
    """Find the best theta for every percentile of the final score; one row per percentile.

    Percentile p is the largest score s with P(X >= s) > 1 - p / 100.

    Columns
    -------
    percentile (int, percent): The percentile, 1 to 99.
    theta (float, per point): The theta, of those in theta_frontier, with the largest percentile; of equal ones, the one
        that reaches it most often.
    theta_score (int, points): Its percentile.
    optimal_score (int, points): The percentile of perfect play, theta = 0.
    best_score (int, points): The largest possible one: the greatest score that can be reached with more than 1 - p /
        100.
    """
    loss, rows = dial_loss(workshop), []
    for percent in range(1, 100):
        columns = ("theta_probability", "optimal_probability", "best_probability")
        reached = [loss[loss[column] > 1.0 - percent / 100] for column in columns]
        rows.append((percent, reached[0]["theta"].iloc[-1], *(found["score"].iloc[-1] for found in reached)))
    return pd.DataFrame(rows, columns=["percentile", "theta", "theta_score", "optimal_score", "best_score"])


TARGET = 162  # final score of the worked example
CATEGORY, DICE = "chance", (2, 2, 2, 3, 3)
MOST_BOXES = 3
N_SEEN = 12  # most visited states searched for each number of open boxes
N_TOLD = 2  # of them published


@table(target=TARGET, category=CATEGORY, dice=dice_text(DICE))
def worked_example(workshop: Workshop) -> pd.DataFrame:
    """Value each option of a last turn for a target; one row per remaining throws, points so far and option.

    Only Chance is open and the dice show 2-2-2-3-3. The bonus is among the points so far.

    Columns
    -------
    rerolls (int, throws): Remaining throws.
    points_so_far (int, points): Points scored so far.
    needed (int, points): Points that Chance must give to reach the target.
    action (str): keep or score.
    keep (str): The dice kept; empty for none, and where the roll is scored.
    probability (float, probability): Probability of reaching the target by this option, followed by optimal play.
    is_best (bool): Whether no option has a larger probability.
    """
    game = workshop.game
    place = game.ruleset.category_names.index(CATEGORY)
    points = game.points_of_roll[:, place]
    roll = game.lattice.index_of_keep[DICE] - game.lattice.first_roll
    rows = [
        (
            rerolls,
            TARGET - needed,
            needed,
            option.action,
            dice_text(option.dice),
            option.value,
            option.regret <= TIE,
        )
        for rerolls in range(1, game.ruleset.n_rerolls + 1)
        for needed in range(points.min(), points.max() + 1)
        for option in choices(last_box_turn(game, CATEGORY, needed), roll, rerolls)
    ]
    columns = ["rerolls", "points_so_far", "needed", "action", "keep", "probability", "is_best"]
    return pd.DataFrame(rows, columns=columns)


@table(looked_at=N_SEEN, told=N_TOLD)
def last_turns(workshop: Workshop) -> pd.DataFrame:
    """Compute the chance of beating a finished opponent; one row per state and policy.

    Of the states that perfect play visits most with one, two and three open boxes, these are the ones where optimal
    play for the win gains most over perfect play, each with the number of points needed for which it does.

    Columns
    -------
    boxes (int, categories): Open boxes.
    open (str): Their categories.
    upper_total (int, points): Points in the upper section, capped at the threshold.
    visits (float, probability): Probability that a perfect game visits this state.
    needed (int, points): Points still needed to win; a bonus already earned is subtracted.
    way (str): best: optimal for the win; optimal: for the expected score; greedy: for the points of the turn.
    probability (float, probability): Probability of winning.
    """
    game, solution = workshop.game, workshop.solution
    ruleset = game.ruleset
    ways = {
        "optimal": WayToPlay(game, solution.value_of_state),
        "greedy": WayToPlay(game, np.zeros_like(solution.value_of_state)),
    }
    rows = []
    for boxes in range(1, MOST_BOXES + 1):
        for filled, total, visits, needed, best in told_states(workshop, ways["optimal"], boxes):
            names = [name for place, name in enumerate(ruleset.category_names) if not filled >> place & 1]
            chances = {"best": best} | {way: play.chance_of(filled, total, needed) for way, play in ways.items()}
            open_points = needed - ruleset.bonus_at(total)
            rows += [
                (boxes, " ".join(names), total, visits, open_points, way, chance) for way, chance in chances.items()
            ]
    return pd.DataFrame(rows, columns=["boxes", "open", "upper_total", "visits", "needed", "way", "probability"])


def told_states(workshop: Workshop, optimal: WayToPlay, boxes: int) -> list[tuple[int, int, float, int, float]]:
    """Return the published states: filled categories, upper total, visits, points needed and best chance."""
    targets, n_filled = workshop.once(late_targets_of), workshop.ruleset.n_categories - boxes
    found = []
    for filled, total, visits in most_visited(workshop, n_filled):
        to_come = optimal.prob_to_come(filled, total)
        needed = np.arange(1, len(to_come))
        best = targets.probability(np.full_like(needed, filled), np.full_like(needed, total), -needed)
        gain = best - np.cumsum(to_come[::-1])[::-1][1:]
        most = int(np.argmax(gain))
        found.append((float(gain[most]), (filled, total, visits, int(needed[most]), float(best[most]))))
    return [state for _gain, state in sorted(found, reverse=True)[:N_TOLD]]


def most_visited(workshop: Workshop, n_filled: int) -> list[tuple[int, int, float]]:
    """Return filled categories, upper total and visits of the states that perfect play visits most."""
    space = workshop.game.space
    visits = np.zeros(space.reachable_slots.shape)
    visits[space.reachable_slots] = perfect_visits(workshop)
    visits[space.n_filled_of_set != n_filled] = 0.0
    order = np.argsort(-visits, axis=None, kind="stable")[: min(N_SEEN, np.count_nonzero(visits))]
    return [(int(slot // space.n_totals), int(slot % space.n_totals), float(visits.flat[slot])) for slot in order]


DIGITS = 6
SETTLED = 5e-5  # chances this close to 0 or 1 are omitted
# Decisions of last_turns where perfect play costs most: open boxes, points needed, dice, remaining throws.
DECISIONS = (
    (("three_of_a_kind", "yatzy"), 16, (3, 4, 5, 5, 6), 2),
    (("one_pair", "large_straight", "yatzy"), 11, (1, 3, 5, 5, 6), 0),
)


@table(digits=DIGITS, settled=SETTLED)
def friend_lead(workshop: Workshop) -> pd.DataFrame:
    """Compute the chance of winning in the states of last_turns, rounded; one row per state and points needed.

    Columns
    -------
    boxes (int, categories): Open boxes.
    open (str): Their categories.
    upper_total (int, points): Points in the upper section, capped at the threshold.
    needed (int, points): Points still needed to win; a bonus already earned is subtracted.
    best (float, probability): Probability of winning by optimal play for the win.
    optimal (float, probability): The same by play for the expected score.
    greedy (float, probability): The same by play for the points of the turn.
    """
    game, solution, targets = workshop.game, workshop.solution, workshop.once(late_targets_of)
    optimal = WayToPlay(game, solution.value_of_state)
    greedy = WayToPlay(game, np.zeros_like(solution.value_of_state))
    frames = []
    for boxes in range(1, MOST_BOXES + 1):
        for filled, total, *_rest in told_states(workshop, optimal, boxes):
            needed = np.arange(len(optimal.prob_to_come(filled, total)))
            best = targets.probability(np.full_like(needed, filled), np.full_like(needed, total), -needed)
            names = [name for place, name in enumerate(game.ruleset.category_names) if not filled >> place & 1]
            chances = {
                "best": best,
                "optimal": np.cumsum(optimal.prob_to_come(filled, total)[::-1])[::-1],
                "greedy": np.cumsum(greedy.prob_to_come(filled, total)[::-1])[::-1],
            }
            columns = {
                "boxes": boxes,
                "open": " ".join(names),
                "upper_total": total,
                "needed": needed - game.ruleset.bonus_at(total),
            }
            frame = pd.DataFrame(columns | {way: chance.round(DIGITS) for way, chance in chances.items()})
            frames.append(frame[(frame["best"] > SETTLED) & (frame["greedy"] < 1.0 - SETTLED)])
    return pd.concat(frames, ignore_index=True)


@table()
def friend_moves(workshop: Workshop) -> pd.DataFrame:
    """Compare the best option for the win with that for the mean in two decisions; one row per decision and policy.

    The bonus is already earned and counted.

    Columns
    -------
    open (str): Open boxes.
    needed (int, points): Points still needed to win.
    dice (str): Current roll.
    rerolls (int, throws): Remaining throws.
    way (str): best: for the win; optimal: for the largest expected score.
    action (str): keep or score.
    keep (str): The dice kept; empty where the roll is scored.
    category (str): The box filled; empty where dice are kept.
    probability (float, probability): Probability of winning by this option, followed by optimal play for the win.
    """
    game, ruleset = workshop.game, workshop.ruleset
    rows = []
    for names, needed, dice, rerolls in DECISIONS:
        filled = sum(1 << place for place, name in enumerate(ruleset.category_names) if name not in names)
        total = ruleset.threshold
        roll = game.lattice.index_of_keep[dice] - game.lattice.first_roll
        goal = target_turn(workshop.once(late_targets_of), filled, total, -needed - ruleset.bonus_at(total))
        mean = solve_turn(game, filled, total, workshop.solution.value_of_state)
        for_win, for_mean = choices(goal, roll, rerolls), max(choices(mean, roll, rerolls), key=value_of)
        for way, move in (("best", max(for_win, key=value_of)), ("optimal", for_mean)):
            chance = next(value_of(option) for option in for_win if same_move(option, move))
            row = (" ".join(names), needed, dice_text(dice), rerolls, way, move.action, dice_text(move.dice))
            rows.append((*row, move.category, chance))
    columns = ["open", "needed", "dice", "rerolls", "way", "action", "keep", "category", "probability"]
    return pd.DataFrame(rows, columns=columns)


def value_of(option: Choice) -> float:
    """Return the value of an option."""
    return option.value


def same_move(option: Choice, other: Choice) -> bool:
    """Return whether two options are the same."""
    return (option.action, option.dice, option.category) == (other.action, other.dice, other.category)


FIRST, LAST = 100, 340  # lower targets are nearly certain, higher ones nearly impossible
POINT = 0.01  # in probability: one percentage point


@table(first=FIRST, last=LAST, digits=DIGITS)
def score_to_beat(workshop: Workshop) -> pd.DataFrame:
    """Compute the chance of a target under three policies, rounded; one row per target.

    Columns
    -------
    score (int, points): The target: a final score of at least this.
    best (float, probability): Largest probability of reaching it, for a player who sees the points so far.
    dial (float, probability): The largest for any theta of theta_frontier.
    theta (float, per point): That theta.
    optimal (float, probability): Probability for perfect play.
    """
    loss = dial_loss(workshop)
    told = loss[loss["score"].between(FIRST, LAST)].reset_index(drop=True)
    return pd.DataFrame(
        {
            "score": told["score"],
            "best": told["best_probability"].round(DIGITS),
            "dial": told["theta_probability"].round(DIGITS),
            "theta": told["theta"],
            "optimal": told["optimal_probability"].round(DIGITS),
        }
    )


@table(point=POINT)
def dial_verdict(workshop: Workshop) -> pd.DataFrame:
    """Summarize the loss of the best theta against optimal play for the target; one row.

    Columns
    -------
    widest_score (int, points): Target with the largest loss.
    widest_gap (float, probability): Probability that loss.
    games_in_hundred (float, games): The same in games of a hundred.
    settings (int, thetas): Number of thetas compared.
    first_over (int, points): Lowest target with a loss of more than one percentage point.
    last_over (int, points): Highest such target.
    share_score (int, points): Target from first_over to last_over with the largest relative loss.
    largest_share (float, share): That relative loss.
    """
    loss = dial_loss(workshop)
    over = loss[loss["gap"] > POINT]
    widest = loss.sort_values("gap").to_dict("records")[-1]
    dearest = over.sort_values("relative_gap").to_dict("records")[-1]
    row = {
        "widest_score": int(widest["score"]),
        "widest_gap": widest["gap"],
        "games_in_hundred": 100.0 * widest["gap"],
        "settings": len(theta_frontier(workshop)),
        "first_over": int(over["score"].min()),
        "last_over": int(over["score"].max()),
        "share_score": int(dearest["score"]),
        "largest_share": dearest["relative_gap"],
    }
    return pd.DataFrame([row])


@table()
def past_verdict(workshop: Workshop) -> pd.DataFrame:
    """Sum past_score over a game, without dropped games; one row per target.

    Columns
    -------
    target (int, points): Final score to be reached.
    decisions (float, decisions): Lower bound of the expected number of decisions with more than one option, while the
        target is open.
    needs_past (float, decisions): Number of them in which the best option of a player who ignores the points so far is
        not optimal.
    followed (float, probability): Probability that a game was not dropped because of rare points so far.
    """
    by_turn = past_score(workshop)
    frame = by_turn.groupby("target", as_index=False)[["decisions", "needs_past"]].sum()
    frame["followed"] = 1.0 - by_turn.groupby("target")["left_out"].max().to_numpy()
    return frame


@table()
def past_peak(workshop: Workshop) -> pd.DataFrame:
    """Find the turn in which the largest share of decisions depends on the points so far; one row.

    Columns
    -------
    turn (int, turns): The turn, from 1.
    share (float): Its share of decisions.
    one_in (float, decisions): The reciprocal of that share.
    """
    peak = past_score(workshop).sort_values("share").to_dict("records")[-1]
    return pd.DataFrame([{"turn": int(peak["turn"]), "share": peak["share"], "one_in": 1.0 / peak["share"]}])


@table()
def last_box_past(workshop: Workshop) -> pd.DataFrame:
    """Return the numbers of the worked example that the text quotes; one row.

    Columns
    -------
    target (int, points): Final score to be reached.
    written (int, points): Points of the current roll in the last box.
    safe (int, points): Fewest points so far for which that reaches the target.
    """
    written = sum(DICE)
    return pd.DataFrame([{"target": TARGET, "written": written, "safe": TARGET - written}])
