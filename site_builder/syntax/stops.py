"""The numbers that a ``::scrub`` can be: in equal steps, or listed one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from site_builder.locales import ENGLISH, conventions
from site_builder.problems.sink import Sink
from site_builder.problems.source import Place
from site_builder.syntax.options import Given, Options

NUMBER = re.compile(r"[+-]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?", re.ASCII)
MINUS = "\N{MINUS SIGN}"
MOST_STOPS = 1000
EQUAL_STEPS = ("from", "to", "step")


def number_of(text: str) -> Decimal | None:
    """Return the number that a text is, with a percent sign or without; None if it is none."""
    bare = text.strip().removesuffix("%").rstrip().replace(MINUS, "-")
    return Decimal(bare.replace(",", "")) if NUMBER.fullmatch(bare) else None


def numbers_in(text: str) -> list[Decimal]:
    """Return the numbers that a text may be: as the language of the site writes them, and as in English."""
    known, plain = conventions(), text
    if known != ENGLISH:
        group, decimal = known.group.strip(), known.decimal
        plain = re.sub(r"[\s\u200e]", "", text).translate(str.maketrans(known.digits, "0123456789"))
        whole = rf"\D?[1-9]\d{{,2}}({re.escape(group)}\d{{2,3}})*"
        if re.fullmatch(rf"{whole}({re.escape(decimal)}\d+)?%?", plain):
            plain = plain.replace(group, "")
        plain = plain.replace(decimal, ".")
    return [number for number in dict.fromkeys(map(number_of, (plain, text))) if number is not None]


def read_scale(options: Options, place: Place, sink: Sink) -> tuple[str, ...]:
    """Return all numbers of a scrub, ascending, as states have them; empty and reported if they are given wrongly."""
    listed = options.values.get("stops")
    equal = [options.values[name] for name in EQUAL_STEPS if name in options.values]
    if listed is not None:
        for given in equal:
            sink.report("scrub-range", "its numbers are given twice: 'stops' lists them all", given.place, 1)
        return listed_stops(listed, sink) if not equal else ()
    missing = [name for name in EQUAL_STEPS[:2] if name not in options.values]
    for name in missing:
        message = f"'::scrub' needs {name}=…, or stops=… in place of from, to and step"
        sink.report("option-missing", message, place, len("::scrub"))
    numbers = [numeric(given, sink) for given in equal]
    if missing or None in numbers:
        return ()
    first, last, *rest = (number for number in numbers if number is not None)
    return equal_stops(first, last, rest[0] if rest else Decimal(1), options, sink)


def numeric(given: Given, sink: Sink) -> Decimal | None:
    """Return the number that an option gives; report it if it is none."""
    number = number_of(given.text)
    if number is None and given.text.strip():  # An empty one is reported already.
        sink.report("scrub-range", f"{given.text!r} is no number", given.value_place, len(given.text))
    return number


def equal_stops(first: Decimal, last: Decimal, step: Decimal, options: Options, sink: Sink) -> tuple[str, ...]:
    """Return numbers in equal steps."""
    to, by = options.values["to"], options.values.get("step", options.values["to"])
    wrong = ""
    if last <= first:
        wrong, at = f"{to.text} is not above {first}", to
    elif step <= 0:
        wrong, at = f"a step of {by.text} leads nowhere", by
    elif (last - first) % step:
        wrong, at = f"steps of {step} do not lead from {first} to {last}", by
    elif (last - first) / step >= MOST_STOPS:
        wrong, at = f"that is more than {MOST_STOPS:,} numbers", by
    if wrong:
        mended = f"write from={to.text} to={options.text('from')}" if last < first else "change from, to or step"
        sink.report("scrub-range", wrong, at.value_place, len(at.text), mended)
        return ()
    count = int((last - first) / step) + 1
    return tuple(plain_text(first + step * index) for index in range(count))


def listed_stops(listed: Given, sink: Sink) -> tuple[str, ...]:
    """Return numbers that are listed."""
    words = listed.text.split()
    numbers = [number_of(word) for word in words]
    found = [number for number in numbers if number is not None]
    wrong = ""
    if len(found) < len(words):
        wrong = f"{words[numbers.index(None)]!r} is no number"
    elif len(found) < 2:
        wrong = "a number to drag needs two numbers or more"
    elif found != sorted(set(found)):
        wrong = "its numbers do not ascend"
    if wrong:
        sink.report("scrub-range", wrong, listed.value_place, len(listed.text), 'write them in order: stops="1 2 5"')
        return ()
    return tuple(plain_text(number) for number in found)


def short_form(stops: Sequence[str]) -> str:
    """Return numbers for scripts: "first:step:last" where they stand in equal steps, else all of them."""
    numbers = [Decimal(stop) for stop in stops]
    step = numbers[1] - numbers[0]
    is_equal = all(later - earlier == step for earlier, later in pairwise(numbers))
    return f"{stops[0]}:{plain_text(step)}:{stops[-1]}" if is_equal and len(stops) > 2 else " ".join(stops)


def plain_text(number: Decimal) -> str:
    """Return a number as states have it: no exponent, no noughts at the end."""
    text = format(number or Decimal(0), "f")  # of the two zeros the one without a sign
    return text.rstrip("0").rstrip(".") if "." in text else text
