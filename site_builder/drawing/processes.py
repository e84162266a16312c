"""Run authors' Python in a worker process: load files, call functions, report errors, limit time and memory."""

from __future__ import annotations

import atexit
import faulthandler
import importlib.util
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from types import ModuleType, TracebackType
from typing import Any, BinaryIO, cast
from weakref import WeakSet

from site_builder.charts.remedies import named, notebook_line, remedy_of
from site_builder.locales import conventions, use_language
from site_builder.problems.problem import SiteError, author_error
from site_builder.project_files import on_disk

# Exceptions of the author's code that end only the call, not the process.
FAILURES = (Exception, SystemExit, KeyboardInterrupt, GeneratorExit)
# Folders of packages installed in a project.
OTHERS = frozenset({"site-packages", "node_modules", "dist-packages"})
Limited = Callable[[], AbstractContextManager[object]]


def load_module(project: Path, path: str, code: str) -> ModuleType:
    """Load a file of the project as a new module; it may import the files of its folder.

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
    sys.modules[spec.name] = module  # data classes look up the names in their annotations there

    def run() -> None:
        with neighbours_of(file):
            # Compiled from the source: bytecode caches are validated by time, which two quick saves can share.
            # Like this file, with annotations as texts: types of arguments need not be imported.
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
    """Let imports find the files in the folder of ``path``, and unload them afterwards, so that edits are seen."""
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
    label: str,
    project: Path,
    place: tuple[str, int],
    code: str,
    limited: Limited = nullcontext,
    remedy: Callable[[BaseException], str] = remedy_of,
    passed: type[BaseException] | tuple[()] = (),
) -> Any:
    """Call a function of the author and return its result.

    Parameters
    ----------
    label : str
        Description of the call in messages, such as "picture(load=95)".
    project : Path
        Folder of the files that are the author's own.
    place : tuple
        Path in the project and line of the function, reported if no line of the author is in the traceback.
    code : str
        Code of the problem if it fails.
    limited : callable
        Returns a context that limits the time; by default none, for code that runs in the process of the build.
    remedy : callable
        Returns the fix for an exception.
    passed : type
        Exceptions that are passed on to the caller.

    Raises
    ------
    SiteError
        If it fails, at the author's last line in the traceback.
    """
    try:
        with limited():
            return run()
    except passed:
        raise
    except FAILURES as error:
        path, line = last_place(error.__traceback__, project) or place
        raise author_error(code, f"{label} failed: {named(error)}", remedy(error), path, line) from error


def last_place(trace: TracebackType | None, project: Path) -> tuple[str, int] | None:
    """Return path and line of the last place in the author's code in a traceback."""
    found = None
    while trace is not None:
        if own := own_path(trace.tb_frame.f_code.co_filename, project):
            found = own, trace.tb_lineno
        trace = trace.tb_next
    return found


def own_path(file: str, project: Path) -> str | None:
    """Return the path in the project of a file of the author, None for files of Python, packages and the builder."""
    if file.startswith("<"):  # code of Python itself, or compiled text
        return None
    path = Path(file).resolve()
    is_own = path.is_relative_to(project) and not OTHERS & set(path.parts)
    if not is_own or path.is_relative_to(Path(sys.prefix).resolve()):
        return None
    # The builder may be inside the project; its frames are not the author's.
    inside = path.relative_to(project)
    return None if "site_builder" in inside.parts[:1] else inside.as_posix()


ROOT = Path(__file__).parents[2]
# Ctrl-C ends the process without output; the build reports the interruption.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from site_builder.drawing.processes import end_with_parent
end_with_parent({parent})
from {module} import main
main()
"""
POLL_SECONDS = 0.5
RUNNING: WeakSet[subprocess.Popen[bytes]] = WeakSet()
# Limit for work without messages that is not the author's code, such as drawing with Vega.
SILENT_SECONDS = 240.0
SHARE_OF_MEMORY = 0.5
LAST, LAST_OF_ALL = "last", "last of all"
PICKLE = b"\x80"  # first byte of a message; a traceback written after a timeout begins otherwise
FRAME = re.compile(r'^  File "(?P<path>.+)", line (?P<line>\d+) in ', re.MULTILINE)
TIMEOUT = re.compile(r"^Timeout \(0?(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>[\d.]+)\)!")
ESCAPED = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
LONGER = "move slow computations into a data script, or increase 'call_seconds' in site.toml"


def start_worker(module: str, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start ``main`` of a module of this package in a process that reads questions and writes answers through pipes."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(module=module, parent=os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )
    RUNNING.add(process)
    return process


def worker_environment(**others: str) -> dict[str, str]:
    """Return the environment of a worker: that of the build, with UTC as the time zone.

    Time axes are then the same everywhere, and no hour is missing in spring.
    """
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "TZ": "UTC", "PYTHONPATH": paths, **others}


@atexit.register
def end_all() -> None:
    """Kill all processes that were started here, and wait for their end."""
    for process in list(RUNNING):
        process.kill()
        close(process)


def interrupt_all() -> None:
    """Interrupt all processes that were started here, as Ctrl-C in a terminal does."""
    for process in list(RUNNING):
        if process.poll() is None:
            if os.name == "posix":
                process.send_signal(signal.SIGINT)
            else:
                process.kill()


def end_with_parent(parent: int) -> None:
    """End this process soon after the build that started it, even if that is killed; no effect on Windows."""
    if os.name == "posix":
        Thread(target=watch_parent, args=(parent,), daemon=True).start()


def watch_parent(parent: int) -> None:
    """Check repeatedly whether the parent is alive, and exit if it is not; an orphan gets another parent."""
    while os.getppid() == parent:
        time.sleep(POLL_SECONDS)
    os._exit(1)


class ProcessEndedError(Exception):
    """The process ended during a call: through the author's code, through the system or through a timeout."""

    def __init__(self, code: int, traceback: str, message: str = "") -> None:
        self.code, self._traceback = code, traceback
        timeout = TIMEOUT.match(traceback)
        if timeout is not None:
            seconds = 3600 * int(timeout["hours"]) + 60 * int(timeout["minutes"]) + float(timeout["seconds"])
            message = f"ran longer than {seconds:g} s; it may contain an infinite loop"
        super().__init__(message or how_it_ended(code))

    def reported(self, label: str, project: Path, place: tuple[str, int], code: str) -> SiteError:
        """Return the error for the author, at the line that was running, else at ``place``."""
        for frame in FRAME.finditer(self._traceback):
            if own := own_path(unescaped(frame["path"]), project):
                place = own, int(frame["line"])
                break
        path, line = place
        return author_error(code, f"{label} {self}", LONGER if "longer" in str(self) else "", path, line)


def unescaped(path: str) -> str:
    """Return a path of a traceback with its escaped non-ASCII characters decoded."""
    return ESCAPED.sub(lambda found: chr(int(found[0][2:], 16)), path)


class AuthorProcess:
    """A worker process that runs code of the author, and is restarted after it ended.

    ``module`` has a function ``main`` that calls :func:`answer_questions`; ``environment`` is added to that of the
    build. Each question is answered in the working directory and the environment that the build has at that time.
    """

    def __init__(self, module: str, **environment: str) -> None:
        self._module = module
        self._environment = partial(worker_environment, **environment)
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: Queue[Any] = Queue()

    def start(self) -> None:
        """Start the process in advance."""
        with self._lock:
            self._start()

    def ask(self, question: object) -> Iterator[Any]:
        """Send a question and yield its answers; the caller must consume all.

        Raises
        ------
        ProcessEndedError
            If the process ends.
        """
        with self._lock:
            process = self._start()
            assert process.stdin is not None
            with suppress(OSError):  # it has ended, which :meth:`_next` reports
                pickle.dump((os.getcwd(), conventions().tag, self._environment(), question), process.stdin)
                process.stdin.flush()
            while (answer := self._next(process)) not in (LAST, LAST_OF_ALL):
                yield answer
            if answer == LAST_OF_ALL:
                process.wait()

    def end(self) -> None:
        """Kill the process; a call that waits for an answer fails."""
        process = self._process
        if process is not None:
            process.kill()
            close(process)

    def _start(self) -> subprocess.Popen[bytes]:
        """Return the running process, started if necessary."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        if self._process is not None:
            close(self._process)
        self._process, self._answers = start_worker(self._module, self._environment()), Queue()
        stream = cast("BinaryIO", self._process.stdout)
        Thread(target=forward_answers, args=(stream, self._answers), daemon=True).start()
        return self._process

    def _next(self, process: subprocess.Popen[bytes]) -> Any:
        """Return the next answer, or ``LAST`` after the last one."""
        try:
            answer = self._answers.get(timeout=SILENT_SECONDS)
        except Empty:
            process.kill()
            raise ProcessEndedError(process.wait(), "", f"gave no answer for {SILENT_SECONDS:g} s") from None
        if isinstance(answer, Ended):
            raise ProcessEndedError(process.wait(), answer.traceback)
        return answer


@dataclass(frozen=True)
class Ended:
    """The end of the answers of a process, with the traceback that it wrote."""

    traceback: str


def forward_answers(stream: BinaryIO, answers: Queue[Any]) -> None:
    """Put the answers of a process into a queue until it ends, then :class:`Ended`; close the stream."""
    written = b""
    with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError), stream:
        while stream.peek(1)[:1] == PICKLE:  # type: ignore[attr-defined]
            answers.put(pickle.load(stream))
        written = stream.read()
    answers.put(Ended(written.decode(errors="replace")))


def how_it_ended(code: int) -> str:
    """Describe the exit code of a process."""
    if code == -9:
        return "was ended by the system; it may have used too much memory"
    return f"ended its process with exit code {code}" if code >= 0 else f"ended its process by signal {-code}"


def close(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a process, and close its input; :func:`forward_answers` closes its output.

    To close the output here could wait for ever: children of the author's code may have it open.
    """
    with suppress(OSError):  # what was not sent
        cast("BinaryIO", process.stdin).close()
    process.wait()


class Answers:
    """Sends messages from the worker process to the build; may be used by several threads."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._lock = stream, Lock()

    def __call__(self, message: object) -> None:
        """Send a message to the build."""
        content = pickle.dumps(message)
        with self._lock:
            self._stream.write(content)
            self._stream.flush()

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """End the process and send a traceback if the body takes longer than ``seconds``."""
        faulthandler.dump_traceback_later(seconds, exit=True, file=cast("Any", self._stream))
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
            if hasattr(signal, "alarm"):  # an alarm set by the author's code would end a later call
                signal.alarm(0)


def answer_questions(answer: Callable[[Any, Answers], None]) -> None:
    """Answer questions from the build, with any number of messages each, until its end of the pipe is closed.

    Output of the author's code goes to the terminal, and its standard input is empty. It may use half of the memory.
    """
    questions, stream = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    limit_memory()
    send = Answers(stream)
    with suppress(EOFError, BrokenPipeError):  # the build has ended
        while True:
            folder, language, environment, question = pickle.load(questions)
            os.chdir(folder)
            change_environment(environment)
            use_language(language)
            threads = set(threading.enumerate())
            answer(question, send)
            if threads.issuperset(threading.enumerate()):
                send(LAST)
            else:  # the author's code has left a thread running
                send(LAST_OF_ALL)
                os._exit(0)


def change_environment(environment: Mapping[str, str]) -> None:
    """Set the environment variables of this process; write only those that differ, because threads may read others."""
    for name in os.environ.keys() - environment.keys():
        del os.environ[name]
    os.environ.update({name: value for name, value in environment.items() if os.environ.get(name) != value})


def limit_memory() -> None:
    """Limit the memory of this process, so that not other programs fail (Linux only)."""
    if sys.platform != "linux":
        return
    import resource

    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (int(SHARE_OF_MEMORY * total), hard))
    # If memory runs out, the system kills this process first.
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write("1000")
