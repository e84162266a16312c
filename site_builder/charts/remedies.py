"""Translate errors of Python and Altair in a chart's code into a sentence and a fix."""

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
# Where Python found the module that lacks a name.
PLACE = re.compile(r"(?<=') \((?:/|\w:\\)[^()]*\)$")
NO_TYPE = re.compile(r'"(?P<type>[^"]*)" is not one of the valid encoding data types')
TYPES = ("Q", "N", "O", "T", "G")
NARWHALS = "in frames of narwhals a column is frame['load'], and rows are chosen by frame.filter(load=80)"
# Rows may have as many labels as there are rows.
MOST_LABELS = 500
# Of a function with more arguments than these, not all are listed.
MOST_ARGUMENTS = 12
# Of notebooks: names that IPython gives, its modules, and lines that only it reads.
NOTEBOOK = {
    "ipywidgets": "declare parameters by slider, choice and toggle of site_builder.explore",
    "IPython": "remove the line: this file is no notebook",
    "display": "return what is to be shown: return chart",
    "get_ipython": "remove the line: this file is no notebook",
}
MAGIC = re.compile(r"\s*[%!?]|.*\?\s*$")
QUOTED = re.compile(r"""(["'])(?P<word>\w+)\1""")


def sentence_of(error: BaseException) -> str:
    """Return the first paragraph of what an error says."""
    return PLACE.sub("", str(error).strip().partition("\n")[0])


def named(error: BaseException) -> str:
    """Return the class of an error with the first paragraph of what it says, if it says anything."""
    said = "" if isinstance(error, SystemExit) else sentence_of(error)
    if isinstance(error, DeclarationError):
        return said
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def word_of(error: BaseException) -> str:
    """Return the word that an error quotes first; the code has it too, as a rule."""
    found = QUOTED.search(sentence_of(error))
    return found["word"] if found else ""


def remedy_of(error: BaseException, columns: Iterable[str] = ()) -> str:
    """Return what may help against an error; ``columns`` are those of the frames that the code was given."""
    if isinstance(error, DeclarationError):
        return error.remedy
    if isinstance(error, KeyError):
        return of_key(error, list(columns))
    if isinstance(error, ImportError):
        return of_import(error)
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
        return (suggest if len(known) <= MOST_ARGUMENTS else meant)(keyword["name"], known)
    positional = POSITIONAL.search(str(error))
    if positional is not None and (known := arguments_of(positional["function"], error)):
        return f"pass the other arguments by name: {', '.join(known[:MOST_ARGUMENTS])}"
    if isinstance(error, AttributeError) and error.obj is not None:
        return NARWHALS if is_narwhals(error.obj) else meant(error.name, dir(error.obj))
    parameter = NO_PARAMETER.search(f"{error}\n\n")
    if parameter is not None:
        return meant(parameter["name"], parameter["known"].split())
    wrong_type = NO_TYPE.search(str(error))
    if wrong_type is not None:
        types = "after the column's name write ':Q' for quantities, ':N' for names, ':O' for ranks, ':T' for dates"
        # A type that is none is a slip where it is one letter; else the name of the column has a colon.
        has_colon = wrong_type["type"] in TYPES or len(wrong_type["type"]) > 1
        return types + "; a colon that belongs to the name is written r'\\:'" * has_colon
    return ""


def notebook_line(line: str) -> str:
    """Return what to do with a line that only notebooks read, such as ``%matplotlib inline``; "" for others."""
    if not MAGIC.match(line):
        return ""
    what = "'pip install' is a command for the terminal" if "install" in line else "figures are drawn without it"
    return f"remove the line, which only notebooks read; {what}"


def of_key(error: KeyError, columns: list[str]) -> str:
    """Return what may help where a column is not there, or the label of a row."""
    labels = labels_sought(error)
    # Arrow and narwhals say it in a sentence, in which they quote the column; so does pandas of several.
    wanted = word_of(error) or str(error.args[0] if error.args else "")
    if labels is not None:
        return suggest(wanted, labels)
    if wanted in columns:
        return NARWHALS
    return suggest(wanted, columns) if is_of_frame(error) else meant(wanted, columns)


def labels_sought(error: BaseException) -> list[str] | None:
    """Return the texts among the labels of pandas, of columns or rows, that a key was sought in; None if in none."""
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        index: Any = frame.f_locals.get("self")
        if hasattr(index, "get_indexer"):
            return [label for label in islice(index, MOST_LABELS) if isinstance(label, str)]
    return None


def is_of_frame(error: BaseException) -> bool:
    """Tell whether a library of frames raised an error, and not a dictionary of the author's."""
    *_, (frame, _) = walk_tb(error.__traceback__)
    return str(frame.f_globals.get("__name__")).partition(".")[0] in LIBRARIES


def of_import(error: ImportError) -> str:
    """Return what may help where a module, or a name in one, is not there."""
    if not isinstance(error, ModuleNotFoundError):
        return meant(word_of(error), dir(sys.modules.get(error.name or "")))
    if (error.name or "") in NOTEBOOK:
        return NOTEBOOK[error.name or ""]
    package, dot, missing = (error.name or "").rpartition(".")
    if dot and package in sys.modules:
        folders = [Path(folder) for folder in getattr(sys.modules[package], "__path__", ())]
        return suggest(missing, (file.stem for folder in folders for file in content_files(folder, "*.py")))
    return f"install it where the builder runs: pip install {error.name.partition('.')[0]}" if error.name else ""


def arguments_of(function: str, error: BaseException) -> list[str]:
    """Return what a function takes that was called by its name where an error began."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    called = trace.tb_frame.f_globals.get(function) if trace is not None else None
    return list(signature(called).parameters) if callable(called) else []


def is_narwhals(value: object) -> bool:
    """Tell whether a value is one of narwhals."""
    return type(value).__module__.partition(".")[0] == "narwhals"


def meant(word: str | None, known: Iterable[str]) -> str:
    """Suggest the known public name that is spelt most like ``word``, if one is near."""
    name = nearest_word(word or "", [name for name in known if not name.startswith("_")])
    return f"write {name!r}" if name else ""


def remedy_for_call(error: BaseException, arguments: Mapping[str, Any]) -> str:
    """Return what may have been meant: by a day or moment, or by the name of a column or number that is not there."""
    if fix := day_meant(error):
        return fix
    if "'Parameter'" in str(error):
        return "use it inside a function, and name it among the arguments"
    known = [name for value in arguments.values() for name in columns_of(value)]
    known += [str(name) for value in arguments.values() if isinstance(value, Mapping) for name in value]
    # Where no day was found there is no row, and what is looked up in none is not there.
    doubt = moments_beside(arguments.values(), arguments.items()) if isinstance(error, LookupError | ValueError) else ""
    return remedy_of(error, known) or doubt


MOMENTS = (
    "{} holds date-times, and a slider of dates gives days: publish it as days, or compare with pandas.Timestamp(day)"
)
MIDNIGHTS = "{} holds date-times at midnight, and a slider of dates gives days: publish it as days, with .dt.date"
DAYS = "compare a column of days with datetime.date, as a slider gives it"


def day_meant(error: BaseException) -> str:
    """Return what to write where a day was looked up among moments, or a moment among days; "" if that is not it."""
    wanted = error.args[0] if error.args else None
    if isinstance(error, KeyError) and isinstance(wanted, datetime.datetime):
        return DAYS
    if isinstance(error, KeyError) and isinstance(wanted, datetime.date):
        return MOMENTS.format("the column")
    if isinstance(error, TypeError) and "Invalid comparison between dtype=date" in str(error):
        return DAYS if "dtype=date32" in str(error) else MOMENTS.format("the column")
    return ""


def moments_meant(parameters: Mapping[str, Parameter], frames: Mapping[tuple[str, str], Any]) -> str:
    """Return what to write where a slider of days may have been compared with moments, which are none of them."""
    values = [parameter.stops[0].value for parameter in parameters.values()]
    return moments_beside(values, [(name, frame) for (name, _), frame in frames.items()])


def moments_beside(values: Iterable[Any], frames: Iterable[tuple[str, Any]]) -> str:
    """Return what to write where one of the values is a day and one of the frames, with their names, holds moments."""
    has_days = any(type(value) is datetime.date for value in values)
    found = [
        (MIDNIGHTS if are_midnights(frame[column]) else MOMENTS).format(f"'{column}' of {name!r}")
        for name, frame in frames
        # In frames of other libraries days and moments are taken for each other.
        if has_days and hasattr(frame, "copy") and hasattr(frame, "dtypes")
        for column, kind in frame.dtypes.items()
        if str(kind).startswith("datetime64")
    ]
    return found[0] if found else ""


def are_midnights(moments: Any) -> bool:
    """Tell whether all moments of a column of pandas are at midnight, as those are that were read as days."""
    return bool((moments.dropna().dt.time == datetime.time(0)).all())
