"""Starts processes of llmbattler by forking one that has loaded the program already.

Loading takes two seconds of CPU time, and the tests start about a hundred processes. A forked process has its own
environment, signals and exit status; only the work before `main` is skipped.
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

TIMEOUT = 60
MAX_MESSAGE = 1 << 20


class ForkedProcess:
    """One process, with as much of `subprocess.Popen` as tests need."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._exited = threading.Event()

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float) -> int:
        if not self._exited.wait(timeout):
            raise subprocess.TimeoutExpired("llmbattler", timeout)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def set_exited(self, code: int) -> None:
        self.returncode = code
        self._exited.set()


class ForkServer:
    """The client of the process that forks."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.fork_server", str(theirs.fileno())]
            root = Path(__file__).parents[1]
            self._process = subprocess.Popen(command, cwd=root, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        self._start_lock = threading.Lock()
        self._started = threading.Condition()
        self._new_pid: int | None = None
        self._running: dict[int, ForkedProcess] = {}
        threading.Thread(target=self._receive, daemon=True).start()
        atexit.register(self._close)

    def start(
        self, arguments: list[str], environment: Mapping[str, str], *, out: int, err: int, change: str | None
    ) -> ForkedProcess:
        """Start a process with these output files. It imports the module `change` first."""
        request = json.dumps([arguments, dict(environment), str(Path.cwd()), change])
        with self._start_lock, self._started:
            self._new_pid = None
            socket.send_fds(self._control, [request.encode()], [out, err])
            assert self._started.wait_for(lambda: self._new_pid is not None, timeout=TIMEOUT), "the fork server is gone"
            assert self._new_pid is not None
            return self._running[self._new_pid]

    def _close(self) -> None:
        self._control.shutdown(socket.SHUT_WR)
        self._process.wait(TIMEOUT)

    def _receive(self) -> None:
        while message := self._control.recv(MAX_MESSAGE):
            pid, code = json.loads(message)
            with self._started:
                if code is None:
                    self._running[pid] = ForkedProcess(pid)
                    self._new_pid = pid
                    self._started.notify_all()
                else:
                    self._running.pop(pid).set_exited(code)


@cache
def get_fork_server() -> ForkServer:
    """Return the fork server of this test process; it exits with it."""
    return ForkServer()


def serve_forks(control: socket.socket) -> None:
    """Fork on request, and report the exit status of every child."""
    waking, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready, _, _ = select([control, waking], [], [])
        if waking in ready:
            os.read(waking, MAX_MESSAGE)
            report_exits(control)
        if control in ready:
            request, files, _, _ = socket.recv_fds(control, MAX_MESSAGE, 2)
            if not request:
                return
            pid = os.fork()
            if pid == 0:
                run_program(*json.loads(request), files=files, closing=(control.detach(), waking, woken))
            for file in files:
                os.close(file)
            control.send(json.dumps([pid, None]).encode())


def report_exits(control: socket.socket) -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        control.send(json.dumps([pid, os.waitstatus_to_exitcode(status)]).encode())


def run_program(
    arguments: list[str],
    environment: dict[str, str],
    folder: str,
    change: str | None,
    *,
    files: list[int],
    closing: tuple[int, ...],
) -> NoReturn:
    """Run `llmbattler` with these arguments in this process."""
    from llmbattler.cli.main import main  # noqa: PLC0415 - only the fork server loads it

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
    import llmbattler.cli.main  # noqa: F401, PLC0415 - only the fork server loads it
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
        serve_forks(given)
