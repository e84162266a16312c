"""How links to a figure read before it was an explorable: they go on leading where they led."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from site_builder.drawing.explorables.evaluated import Fault, FaultError, Former
from site_builder.explore.names import same_name
from site_builder.explore.parameters import Parameter
from site_builder.explore.states import read_stop, text_of
from site_builder.problems.source import did_you_mean


def read_former(given: Any, parameters: Mapping[str, Parameter], path: str, line: int) -> Former:
    r"""Return what ``former`` of an explorable's file says.

    It is a pattern whose groups are named as parameters are, ``r"(?P<turn>\d+)\.(?P<saved>\d+)"``, or a mapping of
    texts to values by parameter, ``{"3.1": {"load": 80}}``.

    Raises
    ------
    FaultError
        If it is neither, or speaks of parameters or stops that are not there.
    """

    def fault(message: str, suggestion: str = "") -> FaultError:
        return FaultError(Fault(f"former: {message}", path, line, suggestion=suggestion))

    if isinstance(given, Mapping):
        return Former({str(text): new_text(values, parameters, fault) for text, values in given.items()})
    if not isinstance(given, str):
        raise fault(f"it is a pattern or a mapping, not {type(given).__name__}")
    try:
        groups = re.compile(given).groupindex
    except re.error as error:
        raise fault(f"the pattern cannot be read: {error}") from None
    for name in groups:
        if name not in parameters:
            raise fault(f"there is no parameter {name!r}", did_you_mean(name, list(parameters), "parameters"))
    return Former(pattern=given.replace("(?P<", "(?<"))


def new_text(values: Any, parameters: Mapping[str, Parameter], fault: Any) -> str:
    """Return what an old text reads now."""
    state = {name: parameter.start for name, parameter in parameters.items()}
    for written, value in values.items():
        name = same_name(written, parameters)
        stop = read_stop(parameters[name], str(value)) if name in parameters else None
        if stop is None:
            raise fault(f"{name}={value!r} is no stop of the figure")
        state[name] = stop
    return text_of(parameters, state)
