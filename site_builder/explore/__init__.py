"""Declare explorables, interactive figures in files ``content/explorables/NAME.py``.

>>> from site_builder.explore import choice, frame, geometric, guess, slider, toggle
>>> load = slider(5, 95, step=5, start=80, label="Load", unit="%")

The parts of the figure are functions in that file (``picture``, ``numbers``, ``table``, ``sentence``, ``alt_text``),
which depend on the parameters named by their arguments. :func:`number` and :func:`plural` format text in the language
of the site.
"""

from site_builder.explore.parameters import Frame, Guess, Parameter, choice, frame, geometric, guess, slider, toggle
from site_builder.locales import number, plural

__all__ = [
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
