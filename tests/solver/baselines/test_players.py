"""Players to fail by, on small games, against the oracle's players; and what only they have."""

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest

from solver.baselines.boxes import BoxPlayer, WorthPlayer, cached_facts, facts_of_worths, project_order
from solver.baselines.optimist import (
    SHARE,
    TIE_RULES,
    fair_maker,
    fair_values,
    hopeful_belief,
    hopeful_maker,
    tie_maker,
)
from solver.baselines.registry import PLAYERS, all_players, find_player, player
from solver.baselines.summary import believed, cached_means, cached_summary, summarise
from solver.baselines.turn import greedy, greedy_penalty, penalised, penalty_finder, random
from solver.errors import SolverError
from solver.game.game import Game
from solver.kernels.rows import N_LANES
from solver.play.player import Decided, Tables
from solver.play.walk import walk
from solver.solving.backwards import solve
from tests.oracle import Card, OracleGame, greedy_player, largest_reachable, max_player, penalty_player, random_player
from tests.oracle.play import Option, Plan, Situation, options, plan_for
from tests.oracle.statistics import turn_ends
from tests.solver import more_games
from tests.solver.games import GAMES
from tests.solver.walks import game_of

NAMES = ["bonus for nothing", "one reroll", "no reroll"]


def assert_plays_like(game_name, ours, theirs, n_most=8):
    """Every turn of our player ends as every turn of the oracle's does, in the states that ours reaches."""
    game = game_of(game_name)
    way = walk(game, ours)
    names = game.ruleset.category_names
    for place in np.unique(np.linspace(0, way.first_of_layer[-2] - 1, n_most).astype(int)).tolist():
        turn = way.turn_of_state[place]
        entries = slice(way.first_entry_of_turn[turn], way.first_entry_of_turn[turn + 1])
        found = {
            (names[way.exits.category[outcome]], int(way.exits.gain[outcome])): prob
            for outcome, prob in zip(way.outcome_of_entry[entries], way.prob_of_entry[entries], strict=True)
        }
        filled = frozenset(name for bit, name in enumerate(names) if way.page[place] >> bit & 1)
        ends = turn_ends(GAMES[game_name], theirs, Card(filled, int(way.total[place])))
        assert found == pytest.approx({way: float(prob) for way, prob in ends.items() if prob}), (filled, place)


@pytest.mark.parametrize("name", NAMES)
def test_greedy_random_and_penalised_play_by_their_definitions(name):
    game, tiny = game_of(name), GAMES[name]
    assert_plays_like(name, greedy(game), greedy_player(tiny))
    assert_plays_like(name, random(game), random_player(tiny))
    assert_plays_like(name, penalised(game, 3.0), penalty_player(tiny, 3.0))


def test_the_published_penalty_has_the_scale_of_the_source():
    game = game_of("one reroll")
    np.testing.assert_array_equal(greedy_penalty(game).worth_of_outcome, penalised(game, 100).worth_of_outcome)
    assert_plays_like("one reroll", greedy_penalty(game), penalty_player(GAMES["one reroll"], 100.0))


def test_one_throw_ahead_treats_every_reroll_as_the_last():
    tiny = GAMES["threshold only passed, never hit"]
    once = penalty_player(OracleGame(tiny.n_dice, tiny.categories, tiny.bonus, tiny.threshold, n_rerolls=1), 3.0)

    def theirs(situation):
        return once(situation._replace(rerolls=min(1, situation.rerolls)))

    name = "threshold only passed, never hit"
    assert_plays_like(name, penalised(game_of(name), 3.0, 1), theirs)


def test_a_large_scale_is_no_penalty():
    game = game_of("three dice")
    tables, rows = Tables(game), walk_rows(game)
    np.testing.assert_array_equal(
        penalised(game, 1e12).prob_of_outcome(tables, rows), greedy(game).prob_of_outcome(tables, rows)
    )


def walk_rows(game):
    from solver.kernels.following import Places

    pages = np.arange(game.space.n_sets - 1)
    return Places(pages, np.zeros_like(pages), pages)


def test_greed_expects_the_best_mean_of_this_turn():
    game, tiny = game_of("one reroll"), GAMES["one reroll"]
    plan = Plan(tiny, lambda card, category, points: points)
    belief, horizon = believed(game, greedy(game))
    assert belief == pytest.approx(float(plan.value(Card())))
    assert horizon == "turn"


@pytest.mark.parametrize("name", NAMES)
def test_chance_is_as_likely_to_fill_any_box(name):
    game = game_of(name)
    prob = random(game).prob_of_outcome(Tables(game), walk_rows(game))
    category = Tables(game).outcomes.category
    for page in range(game.space.n_sets - 1):
        is_open = [not page >> place & 1 for place in range(game.ruleset.n_categories)]
        shares = np.bincount(category, prob[page, 0], game.ruleset.n_categories)
        np.testing.assert_allclose(shares, np.array(is_open) / sum(is_open), atol=1e-14)


@cache
def hoping_plan(name, hope):
    def chance(values):
        return (1 - hope) * sum(values) / len(values) + hope * max(values)

    return plan_for(GAMES[name], Fraction, chance)


@pytest.mark.parametrize("hope", [Fraction(0), Fraction(3, 10), Fraction(999, 1000), Fraction(1)])
@pytest.mark.parametrize("name", ["one reroll", "threshold only passed, never hit"])
def test_hope_believes_and_plays_by_its_definition(name, hope):
    game, plan = game_of(name), hoping_plan(name, hope)
    ours = hopeful_maker(float(hope))(game)
    assert ours.belief.values[0] == pytest.approx(float(plan.value(Card())), abs=1e-12)
    assert_plays_like(name, ours, plan.player(tie=0), n_most=8)


@pytest.mark.parametrize("hope", [0.0, 0.3, 0.95])
@pytest.mark.parametrize("name", ["three dice", "bonus within reach"])
def test_hope_in_the_project_s_order_is_hope_in_any_order(name, hope):
    ours = hopeful_maker(hope)(game_of(name))
    tables, rows = Tables(game_of(name)), walk_rows(game_of(name))
    slowly = replace(ours, order=ours.order.copy())  # the same order, unrecognised
    lanes = tables.game.space.reachable_slots[rows.page, :N_LANES]
    decided, expected = (np.moveaxis(player.decide(tables, rows), -1, 1) for player in (ours, slowly))
    np.testing.assert_array_equal(decided[:, : lanes.shape[1]][lanes], expected[:, : lanes.shape[1]][lanes])


@pytest.mark.parametrize(
    ("name", "hope", "share"),
    [
        ("threshold only passed, never hit", Fraction(999, 1000), 0.0),  # a tolerance in points
        ("bonus out of reach", Fraction(99999, 100000), SHARE),
    ],
)
def test_sixteen_digits_cannot_distinguish_options_of_extreme_hope(name, hope, share):
    ours, expected = hopeful_maker(float(hope))(game_of(name)), hoping_plan(name, hope).player(tie=0)
    assert_plays_like(name, ours, expected, n_most=99)
    blunt = replace(ours, share=share, belief=replace(ours.belief, short_low=None))
    with pytest.raises(AssertionError):
        assert_plays_like(name, blunt, expected, n_most=99)


@pytest.mark.parametrize("name", [*NAMES, "threshold only passed, never hit", "no bonus left after one bad turn"])
def test_the_optimist_believes_in_the_largest_reachable_score(name):
    game = game_of(name)
    values = hopeful_belief(game, 1.0).values
    assert values[0] == game.best_final_score
    for filled, total in np.argwhere(game.space.reachable_slots)[:: max(1, len(values) // 12)].tolist():
        names = frozenset(name for bit, name in enumerate(game.ruleset.category_names) if filled >> bit & 1)
        assert values[game.space.state(filled, total)] == largest_reachable(GAMES[name], names, total)


@pytest.mark.parametrize("name", ["one reroll", "six categories"])
def test_no_hope_is_perfect_play(name):
    game = game_of(name)
    np.testing.assert_allclose(hopeful_belief(game, 0.0).values, solve(game.ruleset).value_of_state, atol=1e-12)


def optimist_by_rule(tiny, rule):
    """The optimist who takes the first of its best options in the order of ``rule``."""
    plan = plan_for(tiny, int, max)

    def play(situation):
        def key(option):
            category = tiny.categories.index(option.category) if option.action == "score" else -1
            return rule.key(category, option.dice)

        given = sorted(options(tiny, situation), key=key)
        values = [plan.value_of_option(situation, option) for option in given]
        return [(1, given[values.index(max(values))])]

    return cache(play)


@pytest.mark.parametrize("rule", TIE_RULES.values(), ids=lambda rule: rule.name)
def test_tie_rules_order_equal_options(rule):
    name = "one reroll"
    assert_plays_like(name, tie_maker(rule)(game_of(name)), optimist_by_rule(GAMES[name], rule), n_most=6)


def test_the_project_rule_is_that_of_the_oracle_and_of_the_published_optimist():
    game, tiny = game_of("one reroll"), GAMES["one reroll"]
    order = TIE_RULES["project"].order(game)
    np.testing.assert_array_equal(order, project_order(tiny.n_dice, len(tiny.categories)))
    assert_plays_like("one reroll", PLAYERS["max"].make(game), max_player(tiny), n_most=6)


@pytest.mark.parametrize(("sign", "best"), [(1.0, max), (-1.0, min)])
@pytest.mark.parametrize("name", ["one reroll", "no reroll"])
def test_the_bounds_of_all_tie_rules(name, sign, best):
    game, tiny = game_of(name), GAMES[name]
    plan = plan_for(tiny, int, max)

    @cache
    def true(situation):
        given = options(tiny, situation)
        values = [plan.value_of_option(situation, option) for option in given]
        return best(
            outlook(situation, option) for option, value in zip(given, values, strict=True) if value == max(values)
        )

    def outlook(situation: Situation, option: Option):
        if option.action == "keep":
            return plan_mean(situation.card, option.dice, situation.rerolls - 1)
        from tests.oracle import score

        card = situation.card.write(option.category, score(option.category, situation.dice))
        return card.total(tiny) if len(card.filled) == len(tiny.categories) else plan_mean(card, (), tiny.n_rerolls)

    @cache
    def plan_mean(card, kept, rerolls):
        from tests.oracle.play import throws

        values = [true(Situation(card, dice, rerolls)) for dice in throws(tiny, kept)]
        return sum(values) / len(values)

    believes = hopeful_belief(game, 1.0).highest
    bound = float(plan_mean(Card(), (), tiny.n_rerolls))
    assert fair_values(game, believes, sign)[0] == pytest.approx(bound, abs=1e-12)
    assert summarise(game, fair_maker(sign)(game)).distribution.mean == pytest.approx(bound, abs=1e-12)
    for rule in TIE_RULES.values():
        mean = summarise(game, tie_maker(rule)(game)).distribution.mean
        assert sign * mean <= sign * bound + 1e-12


@pytest.mark.parametrize("make", [greedy, partial(penalised, scale=2.0, n_rerolls_ahead=1)])
def test_box_players_decide_as_they_are_followed(make):
    game = game_of("one reroll")
    ours, tables, rows = make(game), Tables(game), walk_rows(game)
    assert isinstance(ours, BoxPlayer)
    reachable = game.space.reachable_slots[rows.page, :16]
    by_decisions, by_pages = Decided.prob_of_outcome(ours, tables, rows), ours.prob_of_outcome(tables, rows)
    np.testing.assert_array_equal(
        by_decisions[:, : reachable.shape[1]][reachable], by_pages[:, : reachable.shape[1]][reachable]
    )


def test_a_summary_is_stored_and_agrees_with_the_means(cache):
    game = game_of("six categories")
    direct, kept = summarise(game, greedy(game)), cached_summary(game, "greedy", greedy)
    again, means = cached_summary(game, "greedy", greedy), cached_means(game, "greedy", greedy)
    assert len(list(cache.glob("player-*.result"))) == 2
    np.testing.assert_array_equal(again.distribution.prob_of_score, kept.distribution.prob_of_score)
    assert (again.bonus_rate, again.visited_states) == (direct.bonus_rate, direct.visited_states)
    assert (means.mean, means.bonus_rate) == pytest.approx((direct.distribution.mean, direct.bonus_rate), abs=1e-12)
    assert means.belief == kept.belief == believed(game, greedy(game))[0]
    assert direct.mean_points.sum() + game.ruleset.bonus * direct.bonus_rate == pytest.approx(means.mean)


SMALL = ["six categories", "bonus within reach", "bonus for nothing", "one reroll", "no reroll", "three dice"]


def assert_facts(facts, game, ours):
    """The facts are those of the player followed through all its games."""
    direct = summarise(game, ours)
    assert facts["mean"] == pytest.approx(direct.distribution.mean, abs=1e-11)
    assert facts["bonus_rate"] == pytest.approx(direct.bonus_rate, abs=1e-13)
    if "sd" in facts:
        assert facts["sd"] == pytest.approx(direct.distribution.sd, abs=1e-6)
        assert facts["sd"] ** 2 == pytest.approx(direct.distribution.variance, abs=1e-9)
        assert facts["believes"] == pytest.approx(ours.value_of_state[0], abs=1e-11)


@pytest.mark.parametrize("name", SMALL)
def test_facts_of_many_scales_are_those_of_each(name):
    game, scales = game_of(name), [float(scale) for scale in range(1, 20)]  # more than there are lanes
    for scale, facts in zip(scales, penalty_finder(scales)(game), strict=True):
        assert_facts(facts, game, penalised(game, scale))


def test_facts_of_a_game_that_remembers_more():
    game = Game(more_games.ruleset(more_games.GAMES["free joker"]))
    assert_facts(facts_of_worths(game, game.outcomes.gain[None])[0], game, greedy(game))


def test_facts_are_stored(cache):
    game, find = game_of("six categories"), penalty_finder([2.0, 5.0])
    first, again = cached_facts(game, "two", find), cached_facts(game, "two", find)
    assert len(list(cache.glob("player-facts-*.result"))) == 1
    assert first == again == find(game)


def test_adding_a_player_is_one_function():
    @player("miser", "takes points as late as it can")
    def miser(game):
        return WorthPlayer("miser", -Tables(game).outcomes.gain)

    try:
        assert PLAYERS["miser"].make(game_of("one reroll")).name == "miser"
    finally:
        del PLAYERS["miser"]


def test_players_are_found_by_name(cache):
    assert list(all_players())[:6] == [
        "optimal", "greedy", "greedy_penalty", "greedy_penalty_one_throw", "random", "max",
    ]  # fmt: skip
    for name in list(all_players())[:6]:
        assert find_player(name, game_of("one reroll").ruleset).name == name
    with pytest.raises(SolverError, match=r"unknown policy 'lucky'; choose one of optimal, greedy, .*, par"):
        find_player("lucky", game_of("one reroll").ruleset)
