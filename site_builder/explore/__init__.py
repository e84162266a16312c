"""Declare explorables, interactive figures in files ``content/explorables/NAME.py`` or in a notebook.

>>> from site_builder.explore import choice, frame, geometric, guess, slider, toggle
>>> load = slider(5, 95, step=5, start=80, label="Load", unit="%")

The parts of the figure are functions in that file (``picture``, ``numbers``, ``table``, ``sentence``, ``alt_text``),
which depend on the parameters named by their arguments. :func:`number` and :func:`plural` format text in the language
of the site.

In a notebook or a script, :class:`Figure` makes a figure of such functions:

>>> figure = Figure(picture, sentence="At {load} % …", load=(5, 95, 5))  # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from site_builder.explore.parameters import Frame, Guess, Parameter, choice, frame, geometric, guess, slider, toggle
from site_builder.locales import number, plural

if TYPE_CHECKING:
    from site_builder.figures.figure import Figure

__all__ = [
    "Figure",
    "Frame",
    "Guess",
    "Parameter",
    "choice",
    "frame",
    "geometric",
    "guess",
    "number",
    "plural",
    "slider",
    "toggle",
]


def __getattr__(name: str) -> Any:
    """Import :class:`Figure` when it is used, because declarations need nothing that evaluates or draws."""
    if name == "Figure":
        return import_module("site_builder.figures.figure").Figure
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
