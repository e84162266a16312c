"""What an explorable is declared with: a figure that moves, in one file ``content/explorables/NAME.py``.

>>> from site_builder.explore import choice, frame, geometric, guess, slider, toggle
>>> load = slider(5, 95, step=5, start=80, label="Load", unit="%")

The parts of the figure are functions of that file, and the names of their arguments say what they depend on:
``picture``, ``numbers``, ``table``, ``sentence``, ``alt_text``. What they write themselves follows the language of the
site by :func:`number` and :func:`plural`.
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
