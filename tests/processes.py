"""Real processes of `llmbattler`, started and stopped like by a person or an init system."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psutil

from tests.fork_server import ForkedProcess, get_fork_server

OURS = Path(sys.executable).with_name("llmbattler")
COMMAND = OURS
FORKS = sys.platform == "linux"
PATIENCE = 60


class Process:
    """One running `llmbattler …`, with its output.

    It is forked from one that has loaded the program, unless it shall be fresh. A change is the name of a module that
    it loads first. A program is that of another installation.
    """

    def __init__(
        self,
        arguments: list[str],
        environment: Mapping[str, str],
        *,
        fresh: bool = False,
        change: str | None = None,
        program: Path | None = None,
    ) -> None:
        told = {**os.environ, "LOG_FORMAT": "json", "DISCOVERY": "false", **environment}
        (out, their_out), (err, their_err) = os.pipe(), os.pipe()
        self._popen: subprocess.Popen[bytes] | ForkedProcess
        if program is None:
            self._popen = _start(arguments, told, their_out, their_err, fresh=fresh, change=change)
        else:
            self._popen = _execute([str(program), *arguments], told, their_out, their_err)
        os.close(their_out)
        os.close(their_err)
        self.said: list[str] = []
        self._grew = threading.Condition()
        self._readers = [
            threading.Thread(target=self._read, args=(os.fdopen(stream),), daemon=True) for stream in (out, err)
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                with self._grew:
                    self.said.append(line)
                    self._grew.notify_all()
        with self._grew:
            self._grew.notify_all()

    @property
    def pid(self) -> int:
        return self._popen.pid

    def wait_for(self, words: str) -> str:
        """Wait for this text in the output and return its line."""

        def found() -> str | None:
            return next((line for line in self.said if words in line), None)

        with self._grew:
            self._grew.wait_for(lambda: found() or self._popen.poll() is not None, timeout=PATIENCE)
        line = found()
        assert line is not None, f"never said {words!r}:\n{''.join(self.said)}"
        return line

    def address(self) -> str:
        return self.wait_for("ready at ").split("ready at ")[1].strip()

    def poll(self) -> int | None:
        """Return the exit code if the process has ended."""
        return self._popen.poll()

    def send(self, number: signal.Signals) -> None:
        self._popen.send_signal(number)

    def wait(self) -> int:
        code = self._popen.wait(timeout=PATIENCE)
        for reader in self._readers:
            reader.join()
        return code

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        if self._popen.poll() is None:
            self.send(number)
        return self.wait()


def _start(
    arguments: list[str], environment: Mapping[str, str], out: int, err: int, *, fresh: bool, change: str | None
) -> subprocess.Popen[bytes] | ForkedProcess:
    if FORKS and not fresh and COMMAND == OURS:
        return get_fork_server().start(arguments, environment, out=out, err=err, change=change)
    command = [str(COMMAND)]
    if change is not None:
        command = [sys.executable, "-c", f"import {change}; from llmbattler.cli.main import main; main()"]
    return _execute([*command, *arguments], environment, out, err)


def _execute(command: list[str], environment: Mapping[str, str], out: int, err: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment)


@contextmanager
def running(
    *arguments: str, fresh: bool = False, change: str | None = None, program: Path | None = None, **environment: str
) -> Iterator[Process]:
    process = Process(list(arguments), environment, fresh=fresh, change=change, program=program)
    try:
        yield process
    finally:
        process.stop(signal.SIGKILL)


def processes_of(folder: Path) -> list[str]:
    """List the command lines of running processes that use this folder."""
    found = []
    for process in psutil.process_iter(["cmdline", "status", "cwd"]):
        words = process.info["cmdline"] or []
        here = any(str(folder) in word for word in words) or str(process.info["cwd"] or "").startswith(str(folder))
        if here and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(" ".join(words) or process.name())
    return found
