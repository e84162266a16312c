"""What an explorable asks before it tells: where the truth is, and what each answer brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from site_builder.drawing.explorables.evaluated import Asked, Declared, Evaluated, Fault, FaultError
from site_builder.explore.asking import Guess
from site_builder.explore.names import same_name
from site_builder.explore.parameters import Parameter
from site_builder.explore.states import read_stop
from site_builder.problems.source import did_you_mean


def read_guess(
    given: Mapping[str, Any], parameters: Mapping[str, Parameter], path: str, lines: Mapping[str, int]
) -> Asked | None:
    """Return the guess that a file declares, with the stops at which it is asked for; None if there is none.

    Raises
    ------
    FaultError
        If there is more than one, or it names parameters or stops that are not there.
    """
    guesses = {name: value for name, value in given.items() if isinstance(value, Guess)}
    if not guesses:
        return None
    name, *others = guesses
    line = lines.get(name, 0)
    if others:
        raise FaultError(
            Fault(f"a figure asks once: {name} is a guess, {others[0]} another", path, lines.get(others[0], 0))
        )
    guess = guesses[name]
    stops = {key: parameter.start for key, parameter in parameters.items()}
    for written, value in guess.at.items():
        key = same_name(written, parameters)
        if key not in parameters:
            message = f"{name}: there is no parameter {key!r}"
            raise FaultError(Fault(message, path, line, suggestion=did_you_mean(key, list(parameters), "parameters")))
        stop = read_stop(parameters[key], str(value))
        if stop is None:
            raise FaultError(Fault(f"{name}: {key}={value!r} is no stop of the figure", path, line))
        stops[key] = stop
    return Asked(name, guess, stops, line)


def true_answer(declared: Declared, numbers: Sequence[Mapping[str, Any] | None], path: str) -> float:
    """Return the number that the guess asks for.

    Raises
    ------
    FaultError
        If it is not there, or no answer comes near enough to bring a point.
    """
    asked = declared.asked
    assert asked is not None
    of, guess = asked.guess.of, asked.guess
    state = tuple(asked.stops[name] for name in declared.depends.get("numbers", ()))
    there = numbers[declared.states("numbers").index(state)] if numbers else {}
    truth = (there or {}).get(same_name(of, there or {}))
    if not isinstance(truth, int | float) or isinstance(truth, bool):
        known = [name for name, value in (there or {}).items() if isinstance(value, int | float)]
        message = f"{asked.name}: numbers() has no number {of!r} where it is asked for"
        raise FaultError(Fault(message, path, asked.line, suggestion=did_you_mean(of, known, "numbers")))
    if not any(guess.points(answer, truth) for answer, _ in guess.answers):
        message = f"{asked.name}: no answer brings a point, for {of} is {truth:g} where it is asked for"
        suggestion = "at={…} names other stops to ask at, a larger 'off' takes off less"
        raise FaultError(Fault(message, path, asked.line, suggestion=suggestion))
    return truth


def asked_record(found: Evaluated) -> dict[str, Any] | None:
    """Return what scripts know of the guess; nothing while the numbers are still to come."""
    asked = found.declared.asked
    if asked is None or found.whole is not None:
        return None
    truth = true_answer(found.declared, found.values.get("numbers", []), "")
    offered = asked.guess.answers
    return {
        "name": asked.name,
        "question": asked.guess.question,
        "answers": [{"words": words, "points": asked.guess.points(answer, truth)} for answer, words in offered],
        "nearest": min(range(len(offered)), key=lambda place: abs(offered[place][0] - truth)),
        "at": [asked.stops[name] for name in found.declared.parameters],
    }
