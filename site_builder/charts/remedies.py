"""Translate exceptions of Python and Altair in authors' code into a message and a fix."""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Iterable, Mapping
from inspect import signature
from itertools import islice
from pathlib import Path
from traceback import walk_tb
from typing import Any

from site_builder.data.tables import LIBRARIES, columns_of
from site_builder.explore.parameters import DeclarationError, Parameter
from site_builder.problems.source import nearest_word, suggest
from site_builder.project_files import content_files

NO_PARAMETER = re.compile(r"no parameter named '(?P<name>\w+)'\s+Existing parameter names are:(?P<known>[\w\s]+)\n\n")
UNKNOWN_KEYWORD = re.compile(r"\b(?P<function>\w+)\(\) got an unexpected keyword argument '(?P<name>\w+)'")
POSITIONAL = re.compile(r"\b(?P<function>\w+)\(\) takes .*positional arguments? but")
# The path of the module in Python's message about a missing name.
PLACE = re.compile(r"(?<=') \((?:/|\w:\\)[^()]*\)$")
NO_TYPE = re.compile(r'"(?P<type>[^"]*)" is not one of the valid encoding data types')
TYPES = ("Q", "N", "O", "T", "G")
NARWHALS = "in frames of narwhals a column is frame['load'], and rows are chosen by frame.filter(load=80)"
# Limit of the labels to compare, since an index has one per row.
MOST_LABELS = 500
# Limit of the arguments to list.
MOST_ARGUMENTS = 12
# Names and modules that exist only in notebooks, with the fix for each.
NOTEBOOK = {
    "ipywidgets": "declare parameters by slider, choice and toggle of site_builder.explore",
    "IPython": "remove the line: this file is no notebook",
    "display": "return what is to be shown: return chart",
    "get_ipython": "remove the line: this file is no notebook",
}
MAGIC = re.compile(r"\s*[%!?]|.*\?\s*$")
QUOTED = re.compile(r"""(["'])(?P<word>\w+)\1""")


def message_of(error: BaseException) -> str:
    """Return the first paragraph of the message of an error."""
    return PLACE.sub("", str(error).strip().partition("\n")[0])


def named(error: BaseException) -> str:
    """Return the class of an error and the first paragraph of its message, if it has one."""
    message = "" if isinstance(error, SystemExit) else message_of(error)
    if isinstance(error, DeclarationError):
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def word_of(error: BaseException) -> str:
    """Return the first quoted word of an error's message, which usually occurs in the code."""
    found = QUOTED.search(message_of(error))
    return found["word"] if found else ""


def remedy_of(error: BaseException, columns: Iterable[str] = ()) -> str:
    """Return the fix for an error, or ""; ``columns`` are those of the frames passed to the code."""
    if isinstance(error, DeclarationError):
        return error.remedy
    if isinstance(error, KeyError):
        return fix_for_key(error, list(columns))
    if isinstance(error, ImportError):
        return fix_for_import(error)
    if isinstance(error, NameError) and error.name in NOTEBOOK:
        return NOTEBOOK[error.name]
    if "'Parameter'" in str(error):
        return "use it inside a function that has it as an argument: def numbers(load)"
    if isinstance(error, FileNotFoundError):
        return "publish a table from a data script; write other paths relative to this file: Path(__file__).parent / …"
    if isinstance(error, EOFError):
        return "a build cannot answer input(): make the value a parameter, or write it into the file"
    if isinstance(error, MemoryError):
        return "it needs more memory than is available; reduce the data in a data script"
    if isinstance(error, SystemExit | KeyboardInterrupt):
        return "remove the call that ends the program, such as exit()"
    if isinstance(error, RecursionError):
        return "make sure that the recursion ends"
    keyword = UNKNOWN_KEYWORD.search(str(error))
    if keyword is not None:
        known = arguments_of(keyword["function"], error)
        return (suggest if len(known) <= MOST_ARGUMENTS else suggest_public)(keyword["name"], known)
    positional = POSITIONAL.search(str(error))
    if positional is not None and (known := arguments_of(positional["function"], error)):
        return f"pass the other arguments by name: {', '.join(known[:MOST_ARGUMENTS])}"
    if isinstance(error, AttributeError) and error.obj is not None:
        is_narwhals = type(error.obj).__module__.partition(".")[0] == "narwhals"
        return NARWHALS if is_narwhals else suggest_public(error.name, dir(error.obj))
    parameter = NO_PARAMETER.search(f"{error}\n\n")
    if parameter is not None:
        return suggest_public(parameter["name"], parameter["known"].split())
    wrong_type = NO_TYPE.search(str(error))
    if wrong_type is not None:
        types = "after the column's name write ':Q' for quantities, ':N' for names, ':O' for ranks, ':T' for dates"
        # An unknown type of one letter is a typing error; otherwise the name of the column contains a colon.
        has_colon = wrong_type["type"] in TYPES or len(wrong_type["type"]) > 1
        return types + "; a colon that belongs to the name is written r'\\:'" * has_colon
    return ""


def notebook_line(line: str) -> str:
    """Return the fix for a line that only notebooks understand, such as ``%matplotlib inline``; "" for others."""
    if not MAGIC.match(line):
        return ""
    what = "'pip install' is a command for the terminal" if "install" in line else "figures are drawn without it"
    return f"remove the line, which only notebooks read; {what}"


def fix_for_key(error: KeyError, columns: list[str]) -> str:
    """Return the fix for a missing column or row label."""
    labels = labels_sought(error)
    # Arrow and narwhals, and pandas for several columns, quote the column in a message.
    key = word_of(error) or str(error.args[0] if error.args else "")
    if labels is not None:
        return suggest(key, labels)
    if key in columns:
        return NARWHALS
    return suggest(key, columns) if is_of_frame(error) else suggest_public(key, columns)


def labels_sought(error: BaseException) -> list[str] | None:
    """Return the text labels of the pandas index in which a key was looked up; None if there is no such index."""
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        index: Any = frame.f_locals.get("self")
        if hasattr(index, "get_indexer"):
            return [label for label in islice(index, MOST_LABELS) if isinstance(label, str)]
    return None


def is_of_frame(error: BaseException) -> bool:
    """Return whether a data frame library raised an error, and not a dictionary of the author."""
    *_, (frame, _) = walk_tb(error.__traceback__)
    return str(frame.f_globals.get("__name__")).partition(".")[0] in LIBRARIES


def fix_for_import(error: ImportError) -> str:
    """Return the fix for a missing module, or a missing name in one."""
    if not isinstance(error, ModuleNotFoundError):
        return suggest_public(word_of(error), dir(sys.modules.get(error.name or "")))
    if (error.name or "") in NOTEBOOK:
        return NOTEBOOK[error.name or ""]
    package, dot, missing = (error.name or "").rpartition(".")
    if dot and package in sys.modules:
        folders = [Path(folder) for folder in getattr(sys.modules[package], "__path__", ())]
        return suggest(missing, (file.stem for folder in folders for file in content_files(folder, "*.py")))
    return f"install it where the builder runs: pip install {error.name.partition('.')[0]}" if error.name else ""


def arguments_of(function: str, error: BaseException) -> list[str]:
    """Return the parameters of a function that was called in the frame where an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    called = trace.tb_frame.f_globals.get(function) if trace is not None else None
    return list(signature(called).parameters) if callable(called) else []


def suggest_public(word: str | None, known: Iterable[str]) -> str:
    """Suggest the known public name that is most similar to ``word``, if one is similar."""
    name = nearest_word(word or "", [name for name in known if not name.startswith("_")])
    return f"write {name!r}" if name else ""


def remedy_for_call(error: BaseException, arguments: Mapping[str, Any]) -> str:
    """Return the fix for an error in a call of an explorable, which may look up dates, columns or numbers."""
    if fix := fix_for_day(error):
        return fix
    if "'Parameter'" in str(error):
        return "use it inside a function, and name it among the arguments"
    known = [name for value in arguments.values() for name in columns_of(value)]
    known += [str(name) for value in arguments.values() if isinstance(value, Mapping) for name in value]
    # If no row matches the day, a later lookup fails with an unspecific error.
    fix = fix_for_times(arguments.values(), arguments.items()) if isinstance(error, LookupError | ValueError) else ""
    return remedy_of(error, known) or fix


MOMENTS = (
    "{} holds date-times, and a slider of dates gives days: publish it as days, or compare with pandas.Timestamp(day)"
)
MIDNIGHTS = "{} holds date-times at midnight, and a slider of dates gives days: publish it as days, with .dt.date"
DAYS = "compare a column of days with datetime.date, as a slider gives it"


def fix_for_day(error: BaseException) -> str:
    """Return the fix if a date was looked up among date-times or the reverse, else ""."""
    key = error.args[0] if error.args else None
    if isinstance(error, KeyError) and isinstance(key, datetime.datetime):
        return DAYS
    if isinstance(error, KeyError) and isinstance(key, datetime.date):
        return MOMENTS.format("the column")
    if isinstance(error, TypeError) and "Invalid comparison between dtype=date" in str(error):
        return DAYS if "dtype=date32" in str(error) else MOMENTS.format("the column")
    return ""


def fix_for_date_slider(parameters: Mapping[str, Parameter], frames: Mapping[tuple[str, str], Any]) -> str:
    """Return the fix if a slider of dates may have been compared with date-times, which never match, else ""."""
    values = [parameter.stops[0].value for parameter in parameters.values()]
    return fix_for_times(values, [(name, frame) for (name, _), frame in frames.items()])


def fix_for_times(values: Iterable[Any], frames: Iterable[tuple[str, Any]]) -> str:
    """Return the fix if one of the values is a date and one of the named frames holds date-times, else ""."""
    has_days = any(type(value) is datetime.date for value in values)
    found = [
        (MIDNIGHTS if are_midnights(frame[column]) else MOMENTS).format(f"'{column}' of {name!r}")
        for name, frame in frames
        # Frames of other libraries compare dates with date-times.
        if has_days and hasattr(frame, "copy") and hasattr(frame, "dtypes")
        for column, kind in frame.dtypes.items()
        if str(kind).startswith("datetime64")
    ]
    return found[0] if found else ""


def are_midnights(moments: Any) -> bool:
    """Return whether all date-times of a pandas column are at midnight, as in columns that were read as dates."""
    return bool((moments.dropna().dt.time == datetime.time(0)).all())
