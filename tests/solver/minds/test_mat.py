"""The mat: rules as data and in words, played as a person would, against the kernel."""

from itertools import pairwise

import numpy as np
import pytest

from solver.game.game import Game
from solver.kernels.following import Places
from solver.minds.fitting import follow
from solver.minds.mat import (
    COLUMNS,
    N_COLUMNS,
    MatPlayer,
    Rule,
    Sheets,
    Trials,
    all_rules,
    exchange,
    insert_best,
    loss_of,
    search,
)
from solver.minds.neighbours import tune_mat
from solver.play.player import Tables
from solver.rules.games import find_ruleset

PARS = (4, 5, 7, 10, 13, 15, 14, 18, 15, 9, 5, 7, 14, 25, 7)
RULES = (
    Rule("equal", 4, "any_box"),
    Rule("write", 6),
    Rule("equal", 3, "lower"),
    Rule("equal", 2, "upper"),
    Rule("run", 4, "large_straight"),
    Rule("at_least", 5, "chance"),
    Rule("equal", 1, "upper"),
)


@pytest.fixture(scope="module")
def game():
    return Game(find_ruleset())


@pytest.fixture(scope="module")
def player(game):
    """Who has a table of the bonus that is 2 for each open box and column, so that it can be counted by hand."""
    table = [2 * n_open + column for n_open in range(1, 7) for column in range(N_COLUMNS)]
    pages, totals = np.nonzero(game.space.reachable_slots)
    values = Sheets(game).values(np.array([*PARS, *table], dtype=float), pages, totals)
    return MatPlayer("mat", game, RULES, values)


NAMES = find_ruleset().category_names
EVERYTHING_BUT = {name: [one for one in NAMES if one != name] for name in NAMES}

# What is filled, the upper total, rerolls in hand, the dice, and what the mat's words say: dice to keep, or a box.
POSITIONS = [
    ([], 0, 2, "33336", "3333"),  # four equal with a box open
    (["threes", "four_of_a_kind", "yatzy"], 12, 2, "33336", "3333"),  # as three equal, for the full house
    ([], 0, 2, "23456", "large_straight"),  # 20 points, par 7: shows 13
    ([], 0, 2, "44415", "444"),  # three equal, and no box shows 6: three of a kind 12 - 15, fours 12 - 10
    ([], 0, 1, "55114", "55"),  # the highest pair whose upper box is open
    (["fives"], 15, 1, "55114", "11"),
    (["fives", "ones"], 18, 1, "23451", "2345"),  # small straight 15 - 5 shows 10
    (["ones", "twos", "threes", "fours", "fives", "small_straight"], 40, 2, "23451", "2345"),
    (["ones", "twos", "threes", "fours", "fives", "sixes", "large_straight"], 63, 2, "12356", "56"),
    (["ones", "twos", "threes", "fours", "fives", "sixes", "large_straight", "chance"], 63, 1, "12356", ""),
    (["twos", "threes", "fours", "fives", "sixes", "large_straight", "chance"], 60, 1, "12356", "1"),
    (EVERYTHING_BUT["yatzy"], 63, 1, "66662", "6666"),
]


def sample_decisions(game, filled, total, dice):
    """What each open box shows, by the words of the mat: points less par, and how the printed bonus changes."""

    def printed(filled, total):
        open_faces = [face for face in range(1, 7) if not filled >> (face - 1) & 1]
        if not open_faces:
            return 50 if total >= 63 else 0
        surplus = total - 3 * sum(face for face in range(1, 7) if face not in open_faces)
        return 2 * len(open_faces) + sum(surplus >= least for least in COLUMNS)

    found = {}
    for box, category in enumerate(game.ruleset.categories):
        if not filled >> box & 1:
            points = category.points(tuple(dice))
            after = min(63, total + (points if box < 6 else 0))
            found[box] = points - PARS[box] + printed(filled | 1 << box, after) - printed(filled, total)
    return found


def by_words(game, filled, total, rerolls, dice):
    """Read the rules from the top: dice to keep as text, or the number of a box."""
    shows = sample_decisions(game, filled, total, dice)
    best = max(shows, key=lambda box: (shows[box], -box))
    if rerolls == 0:
        return best
    is_open = {name for box, name in enumerate(NAMES) if not filled >> box & 1}
    text = "".join(map(str, dice))
    alike = {2: NAMES[6:10] + NAMES[12:13] + NAMES[14:], 3: (*NAMES[8:10], NAMES[12], NAMES[14])}
    for number in (4, "write", 3, 2, "run", "high", 1):
        if number == "write" and shows[best] >= 6:
            return best
        for face in range(6, 0, -1):
            count = dice.count(face)
            if number in (4, 3, 2, 1) and count >= number:
                upper = NAMES[face - 1] in is_open
                lower = bool(is_open & set(("four_of_a_kind", "yatzy") if number == 4 else alike.get(number, ())))
                if {4: upper or lower, 3: lower, 2: upper, 1: upper}[number]:
                    return text[text.index(str(face)) :][:count] if count < 5 else best
        if number == "run" and "large_straight" in is_open and len(set(dice) & {2, 3, 4, 5, 6}) >= 4:
            kept = "".join(map(str, sorted(set(dice) & {2, 3, 4, 5, 6})))
            return kept if len(kept) < 5 else best
        if number == "high" and "chance" in is_open and max(dice) >= 5:
            kept = "".join(str(die) for die in dice if die >= 5)
            return kept if len(kept) < 5 else best
    return ""


@pytest.mark.parametrize(("boxes", "total", "rerolls", "dice", "said"), POSITIONS)
def test_positions_are_solved_by_the_words_of_the_mat(game, player, boxes, total, rerolls, dice, said):
    filled = sum(1 << NAMES.index(name) for name in boxes)
    faces = tuple(sorted(map(int, dice)))
    roll = game.lattice.rolls.index(faces)
    place = Places(*(np.array([one]) for one in (filled, total, filled)))
    option = int(player.decide(Tables(game), place)[0, rerolls, roll, 0])
    keeps = game.lattice.choices_of_roll[roll]
    words = by_words(game, filled, total, rerolls, faces)
    if option < len(keeps):
        kept = "".join(map(str, game.lattice.keeps[keeps[option]]))
        assert kept == words == said
    else:
        assert option - len(keeps) == words
        if said in NAMES:
            assert NAMES[words] == said


def test_every_rule_has_at_most_twelve_words_of_its_own():
    words = [rule.words for rule in all_rules()]
    assert len(set(words)) == len(words)
    assert max(len(one.split()) for one in words) <= 12


def test_what_a_mat_shows_is_pars_and_the_printed_bonus(game):
    numbers = np.array([*PARS, *range(6 * N_COLUMNS)], dtype=float)
    one_open, surplus = 0b011111 | 1 << 6, -6  # sixes alone, and six points less than three of a face elsewhere
    values = Sheets(game).values(numbers, np.array([one_open, 0b111111]), np.array([45 + surplus, 63]))
    column = sum(surplus >= least for least in COLUMNS)
    assert values[0] == sum(PARS[box] for box in (5, *range(7, 15))) + column
    assert values[1] == sum(PARS[6:]) + 50


def test_the_search_inserts_what_saves_most_and_exchanges_what_is_useless():
    random = np.random.default_rng(6)
    losses, applies = random.uniform(0, 5, (9, 400)), random.random((9, 400)) < 0.5
    applies[-1] = True
    trials = Trials(np.where(applies, losses, 0.0), applies)
    best = min(loss_of(trials, [rule]) for rule in range(8))
    assert loss_of(trials, insert_best(trials, [])) == pytest.approx(best)
    lists = search(trials, 4)
    assert [len(one) for one in lists] == [1, 2, 3, 4]
    found = [loss_of(trials, one) for one in lists]
    assert all(later < earlier for earlier, later in pairwise(found))
    assert loss_of(trials, exchange(trials, [8, *lists[-1][1:]])) <= loss_of(trials, [8, *lists[-1][1:]])


def test_a_tuned_mat_has_no_better_neighbour(small_cards):
    sheets, rules = Sheets(small_cards.game), (Rule("write", 3), Rule("at_least", 5))
    start = np.zeros(sheets.n_numbers)

    def mean(numbers):
        values = sheets.values(numbers, small_cards.pages, small_cards.totals)
        return follow(small_cards, MatPlayer("mat", small_cards.game, rules, values)).mean

    tuned = tune_mat(small_cards, rules, start, (-2, -1, 1, 2), 0.01)
    assert tuned.mean == pytest.approx(mean(tuned.numbers), abs=1e-12)
    assert tuned.mean > mean(start) + 0.1
    assert max(tuned.neighbours.values()) <= tuned.mean + 1e-9
    for (place, change), found in [*tuned.neighbours.items()][:-1:7]:
        moved = tuned.numbers + change * (np.arange(len(start)) == place)
        assert found == pytest.approx(mean(moved), abs=1e-12)
