"""Python processes beside the build: what the author's code does there hinders and ends nothing else."""

from __future__ import annotations

import atexit
import faulthandler
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any, BinaryIO, cast
from weakref import WeakSet

from site_builder.locales import conventions, use_language

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
# A call of the author's code may take so long, by the clock.
CALL_SECONDS = 10.0
# What is not the author's code, as drawing with Vega, may take so long.
SILENT_SECONDS = 120.0
# What an author's code may raise: it ends only the call.
FAILURES = (Exception, SystemExit, KeyboardInterrupt, GeneratorExit)
SHARE_OF_MEMORY = 0.5
LAST, LAST_OF_ALL = "last", "last of all"
PICKLE = b"\x80"  # how a message begins; the traceback of a call that takes too long begins otherwise
FRAME = re.compile(r'^  File "(?P<path>.+)", line (?P<line>\d+) in ', re.MULTILINE)


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


def take_streams() -> BinaryIO:
    """Return the stream for answers, and leave the author's code none that could disturb it.

    What is printed, by Python or by programs that it starts, goes to the terminal, and nothing can be read.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    return answers


class ProcessEndedError(Exception):
    """The process ended while it worked: it was ended by the author's code or by the system, or took too long."""

    def __init__(self, message: str, traceback: str = "") -> None:
        self._traceback = traceback
        super().__init__(message)

    def line_in(self, path: Path) -> int:
        """Return the line of ``path`` that was being run, 0 if that is unknown."""
        # As the traceback writes it.
        name = str(path).encode("ascii", "backslashreplace").decode()
        found = (frame for frame in FRAME.finditer(self._traceback) if frame["path"] == name)
        return next((int(frame["line"]) for frame in found), 0)


class AuthorProcess:
    """A process that runs code of the author, and is started again after it was ended.

    ``module`` has a function ``main`` that calls :func:`answer_questions`.
    """

    def __init__(self, module: str) -> None:
        self._module, self._lock = module, Lock()
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
            process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        """Return the process, started if none runs."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        if self._process is not None:
            close(self._process)
        else:
            atexit.register(self.end)
        self._process, self._answers = start_beside(self._module), Queue()
        stream = cast("BinaryIO", self._process.stdout)
        Thread(target=pass_on, args=(stream, self._answers), daemon=True).start()
        return self._process

    def _next(self, process: subprocess.Popen[bytes]) -> Any:
        """Return the next answer, ``LAST`` behind the last one."""
        try:
            answer = self._answers.get(timeout=SILENT_SECONDS)
        except Empty:
            process.kill()
            answer = Ended(f"gave no answer for {SILENT_SECONDS:g} s")
        if not isinstance(answer, Ended):
            return answer
        process.wait()
        raise ProcessEndedError(answer.message or how_it_ended(process.returncode), answer.traceback)


class Ended:
    """The end of the answers of a process: why, if that is known, and what it wrote behind the last answer."""

    def __init__(self, message: str = "", traceback: str = "") -> None:
        self.message, self.traceback = message, traceback
        if FRAME.search(traceback):
            self.message = f"ran longer than {CALL_SECONDS:g} s; it may contain an infinite loop"


def pass_on(stream: BinaryIO, answers: Queue[Any]) -> None:
    """Read answers until they end."""
    written = b""
    with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
        while stream.peek(1)[:1] == PICKLE:  # type: ignore[attr-defined]
            answers.put(pickle.load(stream))
        written = stream.read()
    answers.put(Ended(traceback=written.decode(errors="replace")))


def how_it_ended(code: int) -> str:
    """Describe the exit code of a process."""
    if code == -9:
        return "was ended by the system; it may have used too much memory"
    return f"ended its process with exit code {code}" if code >= 0 else f"ended its process by signal {-code}"


def close(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a process that has ended."""
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
    def limited(self) -> Iterator[None]:
        """End the process if what is done takes too long, and tell the build where it was."""
        faulthandler.dump_traceback_later(CALL_SECONDS, exit=True, file=cast("Any", self._stream))
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
