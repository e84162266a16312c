"""Instructive decisions, found by search over all situations of perfect play.

A situation is a roll with a number of remaining throws. In a situation, perfect play takes one option and the greedy
player, who maximizes the points of this turn, is tempted by another; ``weigh_mistakes`` sums over all states how often
that happens and how many points it costs. For each lesson the search selects, among situations of its kind, the one in
which the temptation costs most per game (visits times loss), counting only decisions that lose at least ``LEAST_LOSS``
points; it is shown in the state that contributes most. So an example is frequent, costly and typical.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.judging import weigh_mistakes
from solver.kernels.turn import Table
from solver.play.player import Tables
from solver.play.walk import visited_rows
from solver.rules.ruleset import Roll
from solver.threads import n_processors

LEAST_LOSS = 2.0  # points
N_SLICES = 2  # constant, so that sums are reproducible


@dataclass(frozen=True)
class Action:
    """An option: the dice kept, or the category scored and its points."""

    kept: Roll | None = None
    category: str = ""
    points: int = 0


@dataclass(frozen=True)
class Lesson:
    """One kind of decision: the turns and remaining throws of the search, and conditions on the two options."""

    name: str
    turns: range
    rerolls: range
    fits: Callable[[Action, Action], bool]


@dataclass(frozen=True)
class Situation:
    """The decision of a lesson: the state, roll and remaining throws, and its frequency.

    ``visits`` is the expected number of times, in the lesson's turns of a perfect game, of this roll with as many
    remaining throws where perfect play takes ``best``, the greedy player ``tempting``, and that loses ``LEAST_LOSS``
    points or more; ``mean_loss`` is then the average loss, in points.
    """

    lesson: str
    filled: int
    upper_total: int
    roll: int
    rerolls: int
    best: Action
    tempting: Action
    visits: float
    mean_loss: float


def is_less_now(best: Action, tempting: Action) -> bool:
    """Return whether both options score and the better one gives fewer points, Chance excluded."""
    return (
        best.kept is None and tempting.kept is None and best.points < tempting.points and tempting.category != "chance"
    )


def is_pair_against_pair(best: Action, tempting: Action) -> bool:
    """Return whether the options keep different pairs, and the better one is the lower pair."""
    pairs = [play.kept for play in (best, tempting) if play.kept and len(play.kept) == 2 and len(set(play.kept)) == 1]
    return len(pairs) == 2 and pairs[0] < pairs[1]


def is_stop(best: Action, tempting: Action) -> bool:
    """Return whether scoring is better than keeping three equal dice and throwing on."""
    return best.kept is None and tempting.kept is not None and len(tempting.kept) == 3 and len(set(tempting.kept)) == 1


def is_sacrifice(best: Action, tempting: Action) -> bool:
    """Return whether both options score, and the better one takes a zero."""
    return best.kept is None and tempting.kept is None and best.points == 0 < tempting.points


def is_go_on(best: Action, tempting: Action) -> bool:
    """Return whether throwing on is better than scoring points; Chance is excluded."""
    return best.kept is not None and tempting.kept is None and tempting.category != "chance"


LESSONS = (
    Lesson("less-now", range(1, 4), range(1), is_less_now),
    Lesson("which-pair", range(4, 8), range(2, 3), is_pair_against_pair),
    Lesson("stop", range(6, 11), range(1, 3), is_stop),
    Lesson("sacrifice", range(8, 14), range(1), is_sacrifice),
    Lesson("go-on", range(13, 15), range(1, 3), is_go_on),
)


def find_situations(game: Game, value_of_state: Floats, visits_of_state: Floats) -> list[Situation]:
    """Return the situation of each lesson, in the order of ``LESSONS``, with distinct pairs of options."""
    tables = Tables(game)
    # The greedy player ignores points still to come in all lanes, reachable or not, so its choice depends on the page
    # only.
    values = tables.spread(value_of_state), tables.spread(np.zeros(game.space.n_states))
    values[1].values[:] = 0.0
    visits = np.zeros((game.space.n_pages, game.space.n_totals))
    visits[game.space.reachable_slots] = visits_of_state
    sums: dict[str, Floats] = {}
    for turns in stretches(LESSONS):
        lessons = [lesson for lesson in LESSONS if turns.start in lesson.turns]
        asked = min(lesson.rerolls.start for lesson in lessons), max(lesson.rerolls.stop for lesson in lessons)
        found_here = weigh_turns(tables, values, visits, turns, range(*asked))
        for lesson in lessons:
            ours = sums.setdefault(lesson.name, np.zeros_like(found_here))
            add_found(ours[slice(*asked)], found_here[slice(*asked)])
    found: list[Situation] = []
    for lesson in LESSONS:
        ranked = rank_situations(game, sums[lesson.name], lesson)
        taken = {(situation.best, situation.tempting) for situation in found}
        found.append(next(row for row in ranked if (row.best, row.tempting) not in taken))
    return found


def stretches(lessons: Sequence[Lesson]) -> list[range]:
    """Return the turns of all lessons in ranges with the same lessons, so that every turn is computed once."""
    edges = sorted({edge for lesson in lessons for edge in (lesson.turns.start, lesson.turns.stop)})
    return [range(*ends) for ends in pairwise(edges) if any(ends[0] in lesson.turns for lesson in lessons)]


def rank_situations(game: Game, sums: Floats, lesson: Lesson) -> list[Situation]:
    """Return the situations of a lesson, largest cost first; equal costs in the order of the dice."""
    found = []
    wanted = sums[min(lesson.rerolls) : max(lesson.rerolls) + 1]
    for place in np.argwhere(wanted[..., 0] > 0):
        rerolls, (roll, best, tempting) = int(place[0]) + min(lesson.rerolls), place[1:]
        plays = option_of(game, roll, best), option_of(game, roll, tempting)
        if lesson.fits(*plays):
            seen, loss, _largest, state = sums[rerolls, roll, best, tempting]
            where = divmod(int(state), game.space.n_totals)
            found.append(Situation(lesson.name, *where, int(roll), rerolls, *plays, float(seen), float(loss / seen)))
    # Rounded, so that situations of equal cost are not ordered by rounding errors.
    return sorted(found, key=lambda row: (-round(row.visits * row.mean_loss, 12), row.roll, row.rerolls))


def option_of(game: Game, roll: int, option: int) -> Action:
    """Return the option of a number, see ``kernels.deciding.decide_rows``."""
    keeps = game.lattice.choices_of_roll[roll]
    if option < len(keeps):
        return Action(kept=game.lattice.keeps[keeps[option]])
    category = option - len(keeps)
    return Action(category=game.ruleset.category_names[category], points=int(game.points_of_roll[roll, category]))


def weigh_turns(tables: Tables, values: tuple[Table, Table], visits: Floats, turns: range, rerolls: range) -> Floats:
    """Return the result of ``weigh_mistakes`` for some turns and numbers of remaining throws.

    Returns
    -------
    found : float64[n_rerolls + 1, n_rolls, n_options, n_options, 4]
    """
    game = tables.game
    places = visited_places(game, visits, turns)
    n_options = max(map(len, game.lattice.choices_of_roll)) + game.ruleset.n_categories
    shape = (game.ruleset.n_rerolls + 1, len(game.lattice.rolls), n_options, n_options, 4)
    parts = [np.zeros(shape) for _ in range(N_SLICES)]

    def work(ends: tuple[int, int], found: Floats) -> None:
        wanted = rerolls.start, rerolls.stop - 1
        weigh_mistakes(*tables.arrays, places, ends, values, visits, wanted, LEAST_LOSS, found)

    with ThreadPoolExecutor(n_processors()) as pool:
        ends = pairwise(np.linspace(0, len(places.page), N_SLICES + 1).astype(int).tolist())
        list(pool.map(work, ends, parts))
    asked = slice(rerolls.start, rerolls.stop)
    for part in parts[1:]:
        add_found(parts[0][asked], part[asked])
    return parts[0]


def add_found(sums: Floats, more: Floats) -> None:
    """Add ``more`` to ``sums``: visits and losses are summed, of the two heaviest states the heavier is taken."""
    is_met = more[..., 0] > 0.0  # few entries
    ours, theirs = sums[is_met], more[is_met]
    ours[:, :2] += theirs[:, :2]
    ours[:, 2:] = np.where(theirs[:, 2:3] > ours[:, 2:3], theirs[:, 2:], ours[:, 2:])
    sums[is_met] = ours


def visited_places(game: Game, visits: Floats, turns: range) -> Places:
    """Return the rows with a state visited at the start of one of ``turns``, counted from 1."""
    layers = [visited_rows(game.space, turn - 1, visits) for turn in turns]
    return Places(*(np.concatenate(arrays) for arrays in zip(*layers, strict=True)))
