"""Run authors' Python in a process: load and call a file, report errors at its lines, limit time and memory."""

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
from collections.abc import Callable, Iterator
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


ROOT = Path(__file__).parents[2]
# An interrupt ends it without a word: the build that it belongs to says what it means.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from site_builder.drawing.processes import end_with_parent
end_with_parent({parent})
from {module} import main
main()
"""
SECONDS_BETWEEN_LOOKS = 0.5
RUNNING: WeakSet[subprocess.Popen[bytes]] = WeakSet()
# What is not the author's code, as drawing with Vega, may take so long.
SILENT_SECONDS = 240.0
SHARE_OF_MEMORY = 0.5
LAST, LAST_OF_ALL = "last", "last of all"
PICKLE = b"\x80"  # how a message begins; the traceback of a call that takes too long begins otherwise
FRAME = re.compile(r'^  File "(?P<path>.+)", line (?P<line>\d+) in ', re.MULTILINE)
TIMEOUT = re.compile(r"^Timeout \(0?(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>[\d.]+)\)!")
ESCAPED = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
LONGER = "move slow computations into a data script"


def start_beside(module: str, *folders: Path, **environment: str) -> subprocess.Popen[bytes]:
    """Start ``main`` of a module of this package in a process that is asked and answers through pipes.

    It is in the folder of the build, where the author's code finds its files; ``folders`` are searched for modules.
    Its clock is that of Greenwich: axes of time are the same everywhere, and no hour is missing in spring.
    """
    paths = os.pathsep.join(filter(None, [str(ROOT), *map(str, folders), os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(module=module, parent=os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TZ": "UTC", "PYTHONPATH": paths, **environment},
    )
    RUNNING.add(process)
    return process


@atexit.register
def end_all() -> None:
    """End all processes that were started here."""
    for process in list(RUNNING):
        if process.poll() is None:
            process.kill()


def interrupt_all() -> None:
    """End all processes that were started here, as Ctrl-C in a terminal does."""
    for process in list(RUNNING):
        if process.poll() is None:
            if os.name == "posix":
                process.send_signal(signal.SIGINT)
            else:
                process.kill()


def end_with_parent(parent: int) -> None:
    """End this process soon after the build that started it, even if that is killed; Windows tells no child of it."""
    if os.name == "posix":
        Thread(target=watch_parent, args=(parent,), daemon=True).start()


def watch_parent(parent: int) -> None:
    """Look again and again whether the parent is alive; a child that has lost it gets another."""
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)


class ProcessEndedError(Exception):
    """The process ended while it worked: it was ended by the author's code or by the system, or took too long."""

    def __init__(self, code: int, traceback: str, message: str = "") -> None:
        self.code, self._traceback = code, traceback
        timeout = TIMEOUT.match(traceback)
        if timeout is not None:
            seconds = 3600 * int(timeout["hours"]) + 60 * int(timeout["minutes"]) + float(timeout["seconds"])
            message = f"ran longer than {seconds:g} s; it may contain an infinite loop"
        super().__init__(message or how_it_ended(code))

    def reported(self, told: str, project: Path, place: tuple[str, int], code: str) -> SiteError:
        """Return the error of the author: at the line that was being run, else at ``place``."""
        for frame in FRAME.finditer(self._traceback):
            if own := own_path(unescaped(frame["path"]), project):
                place = own, int(frame["line"])
                break
        path, line = place
        return author_error(code, f"{told} {self}", LONGER if "longer" in str(self) else "", path, line)


def unescaped(path: str) -> str:
    """Return a path of a traceback, in which characters other than those of ASCII are escaped."""
    return ESCAPED.sub(lambda found: chr(int(found[0][2:], 16)), path)


class AuthorProcess:
    """A process that runs code of the author, and is started again after it was ended.

    ``module`` has a function ``main`` that calls :func:`answer_questions`; the others are those of
    :func:`start_beside`.
    """

    def __init__(self, module: str, *folders: Path, **environment: str) -> None:
        self._start_process = partial(start_beside, module, *folders, **environment)
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: Queue[Any] = Queue()

    def start(self) -> None:
        """Start the process, so that it is warm when it is asked."""
        with self._lock:
            self._start()

    def ask(self, question: object) -> Iterator[Any]:
        """Yield the answers to a question; all must be taken.

        Raises
        ------
        ProcessEndedError
            If the process ends.
        """
        with self._lock:
            process = self._start()
            assert process.stdin is not None
            with suppress(OSError):  # it has ended, which its missing answers tell
                pickle.dump((os.getcwd(), conventions().tag, question), process.stdin)
                process.stdin.flush()
            while (answer := self._next(process)) not in (LAST, LAST_OF_ALL):
                yield answer
            if answer == LAST_OF_ALL:
                process.wait()

    def end(self) -> None:
        """End the process; a question that waits for its answer fails."""
        process = self._process
        if process is not None:
            process.kill()
            close(process)

    def _start(self) -> subprocess.Popen[bytes]:
        """Return the process, started if none runs."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        if self._process is not None:
            close(self._process)
        self._process, self._answers = self._start_process(), Queue()
        stream = cast("BinaryIO", self._process.stdout)
        Thread(target=pass_on, args=(stream, self._answers), daemon=True).start()
        return self._process

    def _next(self, process: subprocess.Popen[bytes]) -> Any:
        """Return the next answer, ``LAST`` behind the last one."""
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
    """The end of the answers of a process, with the traceback that it wrote after the last one."""

    traceback: str


def pass_on(stream: BinaryIO, answers: Queue[Any]) -> None:
    """Read answers until they end."""
    written = b""
    with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
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
    """Wait for the end of a process, and close its pipes."""
    with suppress(OSError), process:
        pass


class Answers:
    """The way back to the build, in the process of the author's code; messages may come from several threads."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._lock = stream, Lock()

    def __call__(self, message: object) -> None:
        """Send a message to the build."""
        content = pickle.dumps(message)
        with self._lock:
            self._stream.write(content)
            self._stream.flush()

    @contextmanager
    def limited(self, seconds: float = CALL_SECONDS) -> Iterator[None]:
        """End the process if what is done takes longer, and send the build a traceback."""
        faulthandler.dump_traceback_later(seconds, exit=True, file=cast("Any", self._stream))
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
            if hasattr(signal, "alarm"):  # an alarm that the call has set would end another one
                signal.alarm(0)


def answer_questions(answer: Callable[[Any, Answers], None]) -> None:
    """Answer questions until there are no more, with any number of messages each; run in a process of its own.

    What the author's code prints goes to the terminal, and it reads nothing. It may use half of the memory.
    """
    questions, stream = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    limit_memory()
    send = Answers(stream)
    with suppress(EOFError, BrokenPipeError):  # the build has ended
        while True:
            folder, language, question = pickle.load(questions)
            os.chdir(folder)
            use_language(language)
            threads = set(threading.enumerate())
            answer(question, send)
            if threads.issuperset(threading.enumerate()):
                send(LAST)
            else:  # the author's code has left a thread running
                send(LAST_OF_ALL)
                os._exit(0)


def limit_memory() -> None:
    """Let code that asks for too much memory fail, and not other programs, where the system can do that (Linux)."""
    if sys.platform != "linux":
        return
    import resource

    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (int(SHARE_OF_MEMORY * total), hard))
    # If the memory of all runs out, the system ends this process first.
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write("1000")
