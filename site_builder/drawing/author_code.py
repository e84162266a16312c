"""Load and call functions of authors, and report errors at the author's own line."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from site_builder.charts.remedies import named, notebook_line, remedy_of
from site_builder.problems.problem import author_error
from site_builder.project_files import on_disk

# An author's code may raise any of these; only the call ends.
FAILURES = (Exception, SystemExit, KeyboardInterrupt, GeneratorExit)
# Folders of packages that are installed in a project.
OTHERS = frozenset({"site-packages", "node_modules", "dist-packages"})
# Seconds that a call may take by the clock.
CALL_SECONDS = 10.0
Limited = Callable[[], AbstractContextManager[object]]


def load_module(project: Path, path: str, code: str) -> ModuleType:
    """Run a file of the project as a module that no other code can import; it may import the files beside it.

    Parameters
    ----------
    path : str
        The file, relative to the project.
    code : str
        Code of the problem if it cannot be run.

    Raises
    ------
    SiteError
        If it cannot be run.
    """
    file = on_disk(project / path)
    spec = importlib.util.spec_from_file_location(f"site_charts_{file.stem}", file)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)

    def run() -> None:
        with neighbours_of(file):
            # Compiled from the text at hand: a cached file is trusted by its time, which two quick saves can share.
            exec(compile(file.read_bytes(), str(file), "exec"), module.__dict__)

    try:
        call(run, file.name, project, (path, 0), code, passed=SyntaxError)
    except SyntaxError as error:
        suggestion = notebook_line(error.text or "")
        if "'utf-8' codec" in error.msg:
            suggestion = "save it as UTF-8"
        elif "'unicodeescape' codec" in error.msg:
            suggestion = r"write r before the quotes: r'C:\data'"
        where = path if error.filename in (None, str(file)) else own_path(error.filename, project)
        message = f"{Path(error.filename or path).name} is not Python: {error.msg}"
        if where is None:
            where, line = last_place(error.__traceback__, project) or (path, 0)
            raise author_error(code, f"{message} (line {error.lineno})", suggestion, where, line) from None
        raise author_error(code, message, suggestion, where, error.lineno or 0, error.offset or 0) from None
    return module


@contextmanager
def neighbours_of(path: Path) -> Iterator[None]:
    """Let imports find the files beside ``path``, and forget them afterwards, so that edits are seen."""
    folder, writes_caches = str(path.parent), sys.dont_write_bytecode
    before = set(sys.modules)
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.path.remove(folder)
        sys.dont_write_bytecode = writes_caches
        for name in set(sys.modules) - before:
            if Path(getattr(sys.modules[name], "__file__", None) or "").parent == path.parent:
                del sys.modules[name]


def call(
    run: Callable[[], Any],
    told: str,
    project: Path,
    place: tuple[str, int],
    code: str,
    limited: Limited = nullcontext,
    remedy: Callable[[BaseException], str] = remedy_of,
    passed: type[Exception] | tuple[()] = (),
) -> Any:
    """Return what a function of the author returns.

    Parameters
    ----------
    told : str
        The call in words, as "picture(load=95)".
    project : Path
        Folder of the files that are the author's own.
    place : tuple
        Path in the project and line of the function, reported if the error passes no line of the author's.
    code : str
        Code of the problem if it fails.
    limited : callable
        Returns a context that limits the time; none where the code does not run in a process of its own.
    remedy : callable
        Suggestion for an exception.
    passed : type
        Exceptions that are left to the caller.

    Raises
    ------
    SiteError
        If it fails: at the author's last line.
    """
    try:
        with limited():
            return run()
    except passed:
        raise
    except FAILURES as error:
        path, line = last_place(error.__traceback__, project) or place
        raise author_error(code, f"{told} failed: {named(error)}", remedy(error), path, line) from error


def last_place(trace: TracebackType | None, project: Path) -> tuple[str, int] | None:
    """Return path and line of the last place in the author's own code that an error passed through."""
    found = None
    while trace is not None:
        if own := own_path(trace.tb_frame.f_code.co_filename, project):
            found = own, trace.tb_lineno
        trace = trace.tb_next
    return found


def own_path(file: str, project: Path) -> str | None:
    """Return the path in the project of a file of the author's own, else None."""
    if file.startswith("<"):  # of Python itself, or of a text that was compiled
        return None
    path = Path(file).resolve()
    is_own = path.is_relative_to(project) and not OTHERS & set(path.parts)
    if not is_own or path.is_relative_to(Path(sys.prefix).resolve()):
        return None
    # The builder may be in the project; its frames on the way are not the author's.
    inside = path.relative_to(project)
    return None if "site_builder" in inside.parts[:1] else inside.as_posix()
