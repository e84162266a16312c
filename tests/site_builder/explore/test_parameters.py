"""Parameters as an author declares them: their stops, where they open, and what cannot be."""

from __future__ import annotations

import datetime

import numpy as np
import pandas as pd
import pytest

from site_builder.explore import Parameter, choice, geometric, slider, toggle
from site_builder.explore.parameters import DeclarationError
from site_builder.explore.states import described, grid, opening, read_stop, size, text_of
from site_builder.locales import in_language

DAY = datetime.date(2026, 11, 22)

PARAMETERS = [
    # parameter, values, texts in the address, words, start
    (slider(5, 20, step=5, start=10, unit="%"), [5, 10, 15, 20], "5 10 15 20", "5% 10% 15% 20%", 1),
    (slider(-1, 0, step=0.5), [-1.0, -0.5, 0.0], "-1 -0.5 0", "\N{MINUS SIGN}1 \N{MINUS SIGN}0.5 0", 0),
    (slider(0, 1, step=0.1), [0.1 * n for n in range(11)], "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1", None, 0),
    (slider(stops=np.arange(3)), [0, 1, 2], "0 1 2", "0 1 2", 0),
    (slider(stops="1 2.5 10", start=2.5), [1, 2.5, 10], "1 2.5 10", "1 2.5 10", 1),
    (slider(stops=geometric(1, 100, 3)), [1, 10, 100], "1 10 100", "1 10 100", 0),
    (slider("2026-11-22", "2026-12-06", step=7), [DAY + datetime.timedelta(7 * n) for n in range(3)],
     "2026-11-22 2026-11-29 2026-12-06", None, 0),
    (slider("08:00", "09:00", step=30, start="08:30"), [datetime.time(8), datetime.time(8, 30), datetime.time(9)],
     "08:00 08:30 09:00", "08:00 08:30 09:00", 1),
    (slider(stops=["23:59", "23:59:30"]), [datetime.time(23, 59), datetime.time(23, 59, 30)],
     "23:59 23:59:30", "23:59 23:59:30", 0),
    (choice({1: "one", 4: "four"}, start=4), [1, 4], "1 4", "one four", 1),
    (choice(["Fish & chips", "Ål"], start="Ål"), ["Fish & chips", "Ål"], "fish-chips al", None, 1),
    (toggle("Warm", start=True), [False, True], "off on", "no yes", 1),
]  # fmt: skip


@pytest.mark.parametrize(("parameter", "values", "texts", "words", "start"), PARAMETERS)
def test_stops_have_values_texts_and_words(
    parameter: Parameter, values: list[object], texts: str, words: str | None, start: int
) -> None:
    assert [stop.value for stop in parameter.stops] == pytest.approx(values)
    assert " ".join(stop.text for stop in parameter.stops) == texts
    if words is not None:
        assert " ".join(parameter.words(index) for index in range(len(parameter.stops))) == words
    assert parameter.start == start


def test_a_date_is_read_by_people() -> None:
    assert slider("2026-11-22", "2026-11-23").words(0) == "22 November 2026"


def test_days_of_pandas_have_no_time() -> None:
    days = slider(stops=pd.date_range("2026-11-22", periods=2))
    assert [stop.label for stop in days.stops] == ["22 November 2026", "23 November 2026"]
    assert days.stops[0].value == pd.Timestamp("2026-11-22")


def test_moments_go_by_hours() -> None:
    hours = slider("2026-11-22 22:00", "2026-11-23 04:00", step=datetime.timedelta(hours=6))
    assert [stop.value for stop in hours.stops] == [
        datetime.datetime(2026, 11, 22, 22),
        datetime.datetime(2026, 11, 23, 4),
    ]
    assert [stop.text for stop in hours.stops] == ["2026-11-22T22:00:00", "2026-11-23T04:00:00"]
    assert hours.words(1) == "23 November 2026, 04:00"


def test_days_are_listed_as_texts_as_the_ends_are() -> None:
    days = ["1911-12-14", "1912-01-17"]
    expected = [datetime.date.fromisoformat(day) for day in days]
    for stops in (days, " ".join(days), expected):
        assert [stop.value for stop in slider(stops=stops).stops] == expected


MISTAKES = [
    (lambda: slider(5, 95, step=5, start=83), "start=83 is not a stop; the nearest is 85"),
    (lambda: slider(5, 95, step=7), "steps of 7 do not lead from 5 to 95; the last stop is 89"),
    (lambda: slider(5, 5), "the slider ends at 5, which is not above 5"),
    (lambda: slider(1, 5, step=0), "a step of 0 is not above 0"),
    (lambda: slider(1, 5000), "that is 5,000 stops; a parameter has 1,000 at most"),
    (lambda: slider("2026-11-22", "2026-12-01", step=7), "do not lead from 2026-11-22 to 2026-12-01"),
    (lambda: slider("2026-11-22", 5), "write dates, and a number of days"),
    (lambda: slider("08:00", 9), "write times, and a number of minutes"),
    (lambda: slider("08:00", "2026-11-22"), "write times, and a number of minutes"),
    (
        lambda: slider("08:00", "09:00", step=25),
        "steps of 0:25:00 do not lead from 08:00:00 to 09:00:00; the last stop is 08:50",
    ),
    (lambda: slider("22:00", "06:00", step=60), "ends at 06:00:00, which is not above 22:00:00"),
    (lambda: slider("8:00", "25:00"), "or times such as '08:30'"),
    (lambda: slider("08:00", "09:00", step=30, start="08:20"), "the nearest is 08:30"),
    (
        lambda: slider(stops=[datetime.timedelta(minutes=5), datetime.timedelta(minutes=9)]),
        "a duration: write a number with its unit",
    ),
    (lambda: slider(1), "two ends, or stops=…; give one of them"),
    (lambda: slider(label="Load"), "two ends, or stops=…; give one of them"),
    (lambda: slider(0, 1), "has no stop between them"),
    (lambda: slider(1, 2, stops="3 4"), "not both"),
    (lambda: slider(stops="2 1"), "ascending"),
    (lambda: slider(stops="a b"), "for other values use choice"),
    (lambda: slider(stops=[1, 2, 3], start=2.4), "start=2.4 is not a stop; the nearest is 2"),
    (lambda: choice(["one"]), "two stops or more"),
    (lambda: choice(["mug", "flask"], start="flsk"), "write 'flask'"),
    (lambda: choice(["mug", "flask"], start="bowl"), "the stops are mug, flask"),
    (lambda: choice(["Mug", "mug!"]), "two stops read 'mug' in the address"),
    (lambda: choice({"a": "Mug", "b": " Mug"}), "two options have the label 'Mug'"),
    (lambda: choice([None, 1]), "None is not a number, date or text"),
    (lambda: geometric(0, 10, 3), "above zero"),
    (lambda: geometric(1, 2, 40, digits=2), "give more digits"),
]


@pytest.mark.parametrize(("declare", "message"), MISTAKES)
def test_invalid_parameters_are_rejected_with_a_fix(declare, message: str) -> None:
    with pytest.raises(DeclarationError) as refused:
        declare()
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("declare", "remedy"),
    [
        (lambda: slider(0, 10, start=0.5), "change step=… so that a stop is there, or change start"),
        (lambda: slider(1, 9, start=30), "change start, or the ends: they are 1 and 9"),
        (
            lambda: slider("08:00", "09:00", step=30, start="07:00"),
            "change start, or the ends: they are 08:00:00 and 09:00:00",
        ),
        (lambda: slider(9, 1), "write the smaller end first"),
        (lambda: slider(0, 1), "write step=…, such as step=0.1; for yes or no, use toggle(…)"),
        (lambda: slider(0, 0.5), "change step=… or the end"),
        (lambda: slider(500, 5000), "write a larger step=…, or list the stops: stops=…"),
        (lambda: slider("01.11.2023", "30.11.2023"), "write days as 2023-11-01"),
        (lambda: slider(stops="1/11/2023 2/11/2023"), "write days as 2023-11-01"),
        (lambda: slider("2023-11-01", "2023-11-30", start="02.11.2023"), "write days as 2023-11-01"),
        (lambda: slider(stops=[1, 2], start=3), ""),
    ],
)
def test_errors_of_sliders_have_a_fix(declare, remedy: str) -> None:
    with pytest.raises(DeclarationError) as refused:
        declare()
    assert refused.value.remedy == remedy


def test_parts_live_on_the_product_of_their_own_parameters() -> None:
    parameters = {"load": slider(1, 3, start=2), "open": toggle(), "kind": choice(["a", "b"])}
    assert grid(parameters, ["load", "open"]) == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert (size(parameters, ["load", "kind"]), size(parameters, [])) == (6, 1)
    assert opening(parameters, ["load", "kind"]) == (1, 0)
    assert described(parameters, ["load", "open"], (2, 1)) == "load=3, open=on"
    assert text_of(parameters, {"load": 2, "open": 0, "kind": 1}) == "load-3.kind-b"
    assert text_of(parameters, {"load": 1, "open": 0, "kind": 0}) == ""


@pytest.mark.parametrize(
    ("parameter", "text", "index"),
    [
        (choice({1: "one", 4: "four"}), "4", 1),
        (choice({1: "one", 4: "four"}), "four", 1),
        (slider(0, 1, step=0.5), "0.50", 1),
        (slider("2026-11-22", "2026-11-24"), "2026-11-23", 1),
        (slider("2026-11-22", "2026-11-24"), "2026-13-23", None),
        (slider("08:00", "10:00", step=60), "09:00", 1),
        (slider("08:00", "10:00", step=60), "09:00:00", 1),
        (slider("08:00", "10:00", step=60), "09:30", None),
        (choice(["Fish & chips", "Ham"]), "fish-chips", 0),
        (toggle(), "yes", 1),
        (toggle(), "true", 1),
        (toggle(), "false", 0),
        (choice(["True", "False"]), "true", 0),
        (slider(1, 3), "4", None),
        (slider(1, 3), "three", None),
    ],
)
def test_authors_name_a_stop_by_text_value_or_label(parameter: Parameter, text: str, index: int | None) -> None:
    assert read_stop(parameter, text) == index


@pytest.mark.parametrize(
    ("language", "unit", "shown"),
    [
        ("en", "%", "%"),
        ("sv", "%", "\xa0%"),
        ("tr", "%", "\xa0%"),
        ("en", "min", "\xa0min"),
        ("sv", "\N{DEGREE SIGN}", "\N{DEGREE SIGN}"),
        ("en", "", ""),
    ],
)
def test_a_unit_follows_its_number_as_in_the_language(language: str, unit: str, shown: str) -> None:
    with in_language(language):
        assert slider(0, 9, unit=unit).shown_unit == shown
