"""Dice from a seed: each face is a hash of seed, turn, throw and position, as on the page.

They do not depend on decisions, so a record can be checked against its seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from solver.reviewing.played import Dice, PlayedGame, PlayedTurn, UnfinishedTurn

BITS_32 = 2**32


def mixed(bits: int) -> int:
    """Mix the bits of a 32-bit number, so that hashes of similar inputs are unrelated."""
    bits = (bits ^ bits >> 16) * 0x85EBCA6B % BITS_32
    bits = (bits ^ bits >> 13) * 0xC2B2AE35 % BITS_32
    return bits ^ bits >> 16


def hashed(text: str) -> int:
    """Hash a text to 32 bits."""
    bits = 0x9747B28C
    for sign in text:
        bits = mixed(((bits ^ ord(sign)) * 0x9E3779B1 + 0x7F4A7C15) % BITS_32)
    return bits


def face_of(seed: str, turn: int | str, throw: int, place: int) -> int:
    """Return the face of one die: ``turn`` is the text of :func:`turn_of_dice`, and everything counts from 0."""
    return 1 + 6 * hashed(f"{seed} {turn} {throw} {place}") // BITS_32


def turn_of_dice(game: PlayedGame, player: int, number: int) -> str:
    """Return the name of a turn that determines its dice: rule 1 counts the turns of all players who began."""
    n_began = game.n_began or len(game.cards)
    is_counted = game.dice_rule == 1 and player < n_began
    return str(number * n_began + player) if is_counted else f"{player} {number}"


def has_dice_of_seed(game: PlayedGame) -> bool | None:
    """Return whether every die thrown matches the seed; None if no seed or no dice are recorded."""
    known = [
        (turn_of_dice(game, player, number), turn)
        for player, card in enumerate(game.cards)
        for number, turn in enumerate((*card.turns, card.now))
        if turn is not None and turn.throws
    ]
    if not game.seed or not known:
        return None
    return all(is_of_seed(game.seed, name, turn) for name, turn in known)


def is_of_seed(seed: str, name: str, turn: PlayedTurn | UnfinishedTurn) -> bool:
    """Return whether the dice of a turn match the seed, except for kept ones, by position."""
    before: Dice = ()
    for throw, dice in enumerate(turn.throws):
        kept = turn.keeps[throw - 1] if throw else ()
        fresh = tuple(face_of(seed, name, throw, place) for place in range(len(dice)))
        if not any(fits(dice, fresh, before, kept, held) for held in combinations(range(len(dice)), len(kept))):
            return False
        before = dice
    return True


def fits(dice: Dice, fresh: Dice, before: Dice, kept: Dice, held: Sequence[int]) -> bool:
    """Return whether dice are consistent with holding these positions and throwing the others."""
    return sorted(before[place] for place in held) == sorted(kept) and all(
        die == (before[place] if place in held else fresh[place]) for place, die in enumerate(dice)
    )
