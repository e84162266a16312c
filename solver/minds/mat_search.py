"""The search for the rules of the mat: at each step the one rule, at the one place, that saves most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.arrays import Bools, Floats, Longs
from solver.kernels.chains import boxes_by_mat
from solver.minds.cards import Cards
from solver.minds.fitting import Draw
from solver.minds.mat_rules import Rule, boxes
from solver.minds.turns import draw_chains, scores_by
from solver.play.tables import Tables

N_AT_ONCE = 15  # states of each layer whose turns are held at once


@dataclass(frozen=True, eq=False)
class Trials:
    """What every rule would lose in some situations: float64[n_rules, n_situations]; and whether it says anything.

    The last rule is to throw all dice.
    """

    losses: Floats
    applies: Bools


def draw_trials(cards: Cards, sheet: Floats, rules: Sequence[Rule], n_batches: int, seed: int) -> Trials:
    """Return what rules would lose in drawn situations with rerolls in hand; boxes are written by the sheet."""
    random, tables = np.random.default_rng(seed), Tables(cards.game)
    draw = Draw(cards, cards.visits_of_state)
    every = (*rules, Rule("nothing"))
    keeps_of_rule = [rule_table(cards, rule) for rule in every]
    found = [batch_of_trials(draw, tables, sheet, every, keeps_of_rule, random) for _ in range(n_batches)]
    losses, applies = zip(*found, strict=True)
    return Trials(np.concatenate(losses, axis=1), np.concatenate(applies, axis=1))


def rule_table(cards: Cards, rule: Rule) -> list[list[tuple[int, int]]]:
    """Return for every roll what a rule may keep: pairs of a bit mask of boxes and a keep, -1 for all dice."""
    lattice = cards.game.lattice
    return [
        [(wanted, lattice.index_of_keep[kept] if len(kept) < len(roll) else -1) for wanted, kept in
         rule.keeps(cards.game, roll)]
        for roll in lattice.rolls
    ]  # fmt: skip


def batch_of_trials(
    draw: Draw, tables: Tables, sheet: Floats, rules: Sequence[Rule],
    keeps_of_rule: list[list[list[tuple[int, int]]]], random: np.random.Generator,
) -> tuple[Floats, Bools]:  # fmt: skip
    """Return losses and applicability of all rules in the situations of some turns."""
    cards, states = draw.cards, draw.shuffled(random, N_AT_ONCE)
    chains, tie = draw_chains(cards, tables, states, random), tables.arrays[-1]
    shown = scores_by(cards, tables, states, sheet) - sheet[states, None]
    losses, applies = [], []
    for rerolls in range(1, chains.rolls.shape[2]):
        met = np.flatnonzero(chains.rolls[:, 0, rerolls] >= 0)
        rolls, filled = chains.rolls[met, 0, rerolls], cards.pages[states[met]]
        written = np.zeros((len(met), 2))
        boxes_by_mat(tables.choices, filled, rolls, shown[met], chains.scores[met], tie, written)
        best = chains.best[met, rerolls, rolls]
        # The last column is to write, found by the keep -1.
        worth = np.concatenate([chains.keeps[met, rerolls - 1], written[:, 1:]], axis=1)
        taken = np.array([
            [keep_of_rule(cards, rule, table, rerolls, roll, is_filled, shows)
             for roll, is_filled, shows in zip(rolls.tolist(), filled.tolist(), written[:, 0].tolist(), strict=True)]
            for rule, table in zip(rules, keeps_of_rule, strict=True)
        ])  # fmt: skip
        applies.append(taken > -2)
        losses.append(np.where(taken > -2, best - worth[np.arange(len(met)), taken], 0.0))
    return np.concatenate(losses, axis=1), np.concatenate(applies, axis=1)


def keep_of_rule(
    cards: Cards, rule: Rule, table: list[list[tuple[int, int]]], rerolls: int, roll: int, filled: int, shows: float
) -> int:
    """Return the keep that a rule names in a situation, -1 to write, -2 if it says nothing."""
    if rule.throws not in (0, rerolls):
        return -2
    if rule.kind == "write":
        return -1 if shows >= rule.number else -2
    return next((keep for wanted, keep in table[roll] if wanted & ~filled & boxes(cards.game)), -2)


def search(trials: Trials, n_rules: int) -> list[list[int]]:
    """Return the best lists found of one rule, of two, and so on, as row numbers: greedy insertion, then exchanges."""
    lists: list[list[int]] = [[]]
    for _ in range(n_rules):
        longer = exchange(trials, insert_best(trials, lists[-1]))
        if loss_of(trials, longer) >= loss_of(trials, lists[-1]):
            break  # no rule saves anything more
        lists.append(longer)
    return lists[1:]


def exchange(trials: Trials, chosen: list[int]) -> list[int]:
    """Return the list after rules were taken out and others put in, one at a time, as long as that loses less."""
    loss = loss_of(trials, chosen)
    while True:
        others = [insert_best(trials, chosen[:place] + chosen[place + 1 :]) for place in range(len(chosen))]
        losses = [loss_of(trials, other) for other in others]
        if min(losses) >= loss - 1e-12:
            return chosen
        chosen, loss = others[losses.index(min(losses))], min(losses)


def decider_of(trials: Trials, chosen: list[int]) -> tuple[list[int], Longs]:
    """Return the rules in order, to throw all dice last, and which of them decides each situation."""
    order = [*chosen, len(trials.losses) - 1]
    return order, np.argmax(trials.applies[order], axis=0)


def loss_of(trials: Trials, chosen: list[int]) -> float:
    """Return what a list of rules loses in all situations together."""
    order, decider = decider_of(trials, chosen)
    return float(trials.losses[np.array(order)[decider], np.arange(trials.losses.shape[1])].sum())


def insert_best(trials: Trials, chosen: list[int]) -> list[int]:
    """Return the list with the rule inserted that saves most, where it saves most."""
    order, decider = decider_of(trials, chosen)
    now = trials.losses[np.array(order)[decider], np.arange(trials.losses.shape[1])]
    saved = np.where(trials.applies, now - trials.losses, 0.0)
    of_decider = np.stack([np.bincount(decider, ours, len(order)) for ours in saved])
    gains = of_decider[:, ::-1].cumsum(axis=1)[:, ::-1]  # at a place, of all that is decided there or later
    rule, place = np.unravel_index(np.argmax(gains), gains.shape)
    return [*chosen[:place], int(rule), *chosen[place:]]
