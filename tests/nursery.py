"""Processes of ours that are forked from one which has loaded the program already.

Loading takes two seconds of CPU, the same every time, and tests start a hundred processes. A forked one is a process
like any other: it has an environment, signals and an end of its own. Only what happens before `main` is spared to it.
"""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from select import select
from typing import NoReturn

PATIENCE = 60
LONGEST = 1 << 20


class Forked:
    """One process, with as much of `subprocess.Popen` as tests need."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = threading.Event()

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float) -> int:
        if not self._ended.wait(timeout):
            raise subprocess.TimeoutExpired("llmbattler", timeout)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def end(self, code: int) -> None:
        self.returncode = code
        self._ended.set()


class Nursery:
    """The process that is forked, and those that came from it."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.nursery", str(theirs.fileno())]
            root = Path(__file__).parents[1]
            self._process = subprocess.Popen(command, cwd=root, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        self._asking = threading.Lock()
        self._began = threading.Condition()
        self._beginning: int | None = None
        self._living: dict[int, Forked] = {}
        threading.Thread(target=self._listen, daemon=True).start()
        atexit.register(self._close)

    def start(
        self, arguments: list[str], environment: Mapping[str, str], *, out: int, err: int, change: str | None
    ) -> Forked:
        """Begin a process that writes to these two, and loads the module that changes it first."""
        asked = json.dumps([arguments, dict(environment), str(Path.cwd()), change])
        with self._asking, self._began:
            self._beginning = None
            socket.send_fds(self._control, [asked.encode()], [out, err])
            assert self._began.wait_for(lambda: self._beginning is not None, timeout=PATIENCE), "the nursery is gone"
            assert self._beginning is not None
            return self._living[self._beginning]

    def _close(self) -> None:
        self._control.shutdown(socket.SHUT_WR)
        self._process.wait(PATIENCE)

    def _listen(self) -> None:
        while heard := self._control.recv(LONGEST):
            pid, code = json.loads(heard)
            with self._began:
                if code is None:
                    self._living[pid] = Forked(pid)
                    self._beginning = pid
                    self._began.notify_all()
                else:
                    self._living.pop(pid).end(code)


@cache
def nursery() -> Nursery:
    """One for each process of tests; it ends when that does."""
    return Nursery()


def keep_nursery(control: socket.socket) -> None:
    """Fork whenever asked to, and tell who ended how."""
    waking, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready, _, _ = select([control, waking], [], [])
        if waking in ready:
            os.read(waking, LONGEST)
            tell_ends(control)
        if control in ready:
            asked, files, _, _ = socket.recv_fds(control, LONGEST, 2)
            if not asked:
                return
            pid = os.fork()
            if pid == 0:
                become(*json.loads(asked), files=files, closing=(control.detach(), waking, woken))
            for file in files:
                os.close(file)
            control.send(json.dumps([pid, None]).encode())


def tell_ends(control: socket.socket) -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        control.send(json.dumps([pid, os.waitstatus_to_exitcode(status)]).encode())


def become(
    arguments: list[str],
    environment: dict[str, str],
    folder: str,
    change: str | None,
    *,
    files: list[int],
    closing: tuple[int, ...],
) -> NoReturn:
    """Go on as `llmbattler` with these arguments, in this environment."""
    from llmbattler.cli.main import main  # noqa: PLC0415 - tests that ask need not load it

    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, file in enumerate(files, start=1):
        os.dup2(file, number)
    for file in (*files, *closing):
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[:0] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv[:] = ["llmbattler", *arguments]
    if change is not None:
        import_module(change)
    main()
    sys.exit(0)


def load_program() -> None:
    """Load everything that commands load when they are called, so that no forked process has to."""
    import llmbattler.cli.main  # noqa: F401, PLC0415 - tests that ask need not load it
    from llmbattler.cli.lazy import build, list_commands  # noqa: PLC0415
    from llmbattler.core.manifests import import_jobs, import_tables, list_manifests, load  # noqa: PLC0415

    for command in list_commands():
        build(command)
    import_jobs()
    import_tables()
    for manifest in list_manifests():
        for router in manifest.routers:
            load(router.router)


if __name__ == "__main__":
    load_program()
    with socket.socket(fileno=int(sys.argv[1])) as given:
        keep_nursery(given)
