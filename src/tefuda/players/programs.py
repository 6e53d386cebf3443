"""Program: another process that answers questions, each a line of JSON on its standard input and output."""

import atexit
import contextlib
import os
import shlex
import signal
import subprocess
import sys
import threading
from collections import deque
from queue import Empty, SimpleQueue
from typing import Any, Final

MAX_LINE: Final = 65_536
"""Bytes of an answer. A longer line is not read to its end."""
MAX_ERROR_LINES: Final = 20
MAX_ERROR_CHARACTERS: Final = 300
EXIT_SECONDS: Final = 1.0
"""Time to exit after the input is closed, before the program is killed."""

# A process group of its own: Ctrl-C in the terminal does not reach it, and its children end with it.
_GROUP: dict[str, Any]
if sys.platform == "win32":
    _GROUP = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
else:
    _GROUP = {"start_new_session": True}


class ProgramSilent(Exception):
    """The program has not answered in time."""


class ProgramEnded(Exception):
    """The program has ended, or has closed its output."""

    def __init__(self, status: int | None, error: str) -> None:
        super().__init__(status, error)
        self.status = status
        """The exit status; None if it still ran."""
        self.error = error
        """The last line of its standard error."""


def split_command(command: str) -> list[str]:
    """Return the arguments of a command, quoted as in a shell; raises `ValueError` for an open quotation mark."""
    if os.name == "posix":
        return shlex.split(command)
    # A backslash separates folders.
    return [part.strip("\"'") for part in shlex.split(command, posix=False)]


class Program:
    """A running program. After a failure it is killed, with its children, and cannot be asked again."""

    def __init__(self, command: str) -> None:
        """Start it without a shell; raises `OSError` if that is not possible."""
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(split_command(command), stdin=pipe, stdout=pipe, stderr=pipe, **_GROUP)
        self.asked = 0
        self.closed = False
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._errors: deque[str] = deque(maxlen=MAX_ERROR_LINES)
        # A read or write of a pipe can block, and Windows has no select() for pipes. Threads do both.
        self._exchange_thread = threading.Thread(target=self._exchange, daemon=True)
        self._error_thread = threading.Thread(target=self._read_errors, daemon=True)
        self._exchange_thread.start()
        self._error_thread.start()

    def _exchange(self) -> None:
        """Write each question and read its answer. The program has ended if the answer has no line end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        while (question := self._questions.get()) is not None:
            try:
                self.process.stdin.write(question)
                self.process.stdin.flush()
                answer = self.process.stdout.readline(MAX_LINE)
            except (OSError, ValueError):
                answer = b""
            self._answers.put(answer)

    def _read_errors(self) -> None:
        """Keep the last lines of the standard error."""
        assert self.process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self.process.stderr.readline(MAX_LINE):
                text = line.decode(errors="replace").strip()
                if text:
                    self._errors.append(text[:MAX_ERROR_CHARACTERS])

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Return the answer to a question; raises `ProgramSilent` or `ProgramEnded`."""
        self.asked += 1
        self._questions.put(question + b"\n")
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            self.kill()
            raise ProgramSilent from None
        except BaseException:
            # After Ctrl-C the late answer would belong to the next question.
            self.kill()
            raise
        if not answer:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(EXIT_SECONDS)
            status = self.process.returncode
            self.kill()
            raise ProgramEnded(status, self._errors[-1] if self._errors else "")
        return answer

    def close(self) -> None:
        """Close the input, and kill the program if it does not exit."""
        if self.closed:
            return
        self._questions.put(None)
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(EXIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill the program and its children, and wait for the end."""
        if self.closed:
            return
        self.closed = True
        self._questions.put(None)
        if sys.platform == "win32":
            arguments = ["taskkill", "/F", "/T", "/PID", str(self.process.pid)]
            subprocess.run(arguments, capture_output=True, check=False)
        else:
            # macOS answers with PermissionError if only a zombie is left.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        for thread in (self._exchange_thread, self._error_thread):
            thread.join(EXIT_SECONDS)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            # Closing a pipe that a thread still reads would wait for that thread.
            if pipe is not None and not self._exchange_thread.is_alive() and not self._error_thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()


_RUNNING: dict[tuple[int, str], Program] = {}
"""By process, since a forked process must not share pipes, and by command."""


def running_program(command: str) -> Program:
    """Return the program of a command. It is started once, and again after a failure; raises `OSError`."""
    key = (os.getpid(), command)
    found = _RUNNING.get(key)
    if found is None or found.closed:
        found = _RUNNING[key] = Program(command)
    return found


def close_programs() -> None:
    """End all programs of this process."""
    for key in [key for key in _RUNNING if key[0] == os.getpid()]:
        _RUNNING.pop(key).close()


atexit.register(close_programs)
