"""A pytest plugin that runs test files in forked processes, so that tests and application are imported only once.

Importing everything takes up to 30 seconds of CPU time in each process of pytest-xdist, which starts new ones. Here the
main process collects, and each worker is a copy of it that runs one file after the other.
"""

import multiprocessing
import os
import pickle
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

import pytest

WORKER_VARIABLE = "TEST_WORKER"
"""The environment variable with the number of this worker; not set in the main process."""

_fork = multiprocessing.get_context("fork")


class WorkerHooks:
    """What other plugins can implement."""

    def pytest_worker_finish(self, config: pytest.Config) -> None:
        """Called in each worker after its last test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="run the test files in so many processes")


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(WorkerHooks)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    workers: int = session.config.getoption("workers")
    if not workers or session.config.option.collectonly:
        return None
    if session.testsfailed:
        raise session.Interrupted(f"{session.testsfailed} errors during collection")
    Scheduler(session).run(workers)
    return True


@dataclass(eq=False)
class Worker:
    """A worker as the main process knows it."""

    number: int
    process: ForkProcess
    messages: Connection
    tests: list[pytest.Item] = field(default_factory=list)
    """What it was asked to run and has not started yet, in this order."""
    running: pytest.Item | None = None


class Scheduler:
    """Gives files to workers, reports what they report, and replaces those that crash."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._hook = session.config.hook
        self._files = deque(list(tests) for _, tests in groupby(session.items, key=lambda item: item.path))
        self._workers: dict[Connection, Worker] = {}

    def run(self, workers: int) -> None:
        for number in range(min(workers, len(self._files))):
            self._start(number)
        try:
            while self._workers:
                for messages in wait(list(self._workers)):
                    self._receive(self._workers[messages])  # type: ignore[index]
        finally:
            for worker in self._workers.values():
                worker.process.terminate()

    def _start(self, number: int) -> None:
        ours, theirs = _fork.Pipe()
        process = _fork.Process(target=run_worker, args=(self._session, number, theirs))
        process.start()
        theirs.close()
        self._workers[ours] = Worker(number, process, ours)

    def _receive(self, worker: Worker) -> None:
        try:
            kind, content = worker.messages.recv()
        except (EOFError, ConnectionResetError, pickle.UnpicklingError):
            self._end(worker)
            return
        if kind == "next":
            self._send_file(worker)
        elif kind == "start":
            worker.running = worker.tests.pop(0)
            self._hook.pytest_runtest_logstart(nodeid=worker.running.nodeid, location=worker.running.location)
        elif kind == "end":
            worker.running = None
        else:
            report = self._hook.pytest_report_from_serializable(config=self._session.config, data=content)
            self._hook.pytest_runtest_logreport(report=report)

    def _send_file(self, worker: Worker) -> None:
        stopped = self._session.shouldfail or self._session.shouldstop
        tests = self._files.popleft() if self._files and not stopped else []
        worker.tests += tests
        worker.messages.send([self._session.items.index(tests[0]), len(tests)] if tests else None)

    def _end(self, worker: Worker) -> None:
        """Report the test in which a worker crashed, and let another worker run what it had not started."""
        del self._workers[worker.messages]
        worker.messages.close()
        worker.process.join()
        if worker.running is not None:
            text = f"The process of this test ended with exit code {worker.process.exitcode}."
            item = worker.running
            report = pytest.TestReport(item.nodeid, item.location, {}, "failed", text, "call")
            self._hook.pytest_runtest_logreport(report=report)
        if worker.tests:
            self._files.extendleft(reversed([list(t) for _, t in groupby(worker.tests, key=lambda item: item.path)]))
        if worker.running is not None or worker.tests:
            self._start(worker.number)


def run_worker(session: pytest.Session, number: int, messages: Connection) -> None:
    """Run the files that the main process names, until it names none."""
    os.environ[WORKER_VARIABLE] = str(number)
    plugins = session.config.pluginmanager
    terminal = plugins.unregister(name="terminalreporter")
    plugins.register(Reporter(session.config, messages, terminal), "terminalreporter")
    # All processes would write what tests print into the one file of the main process.
    capture = plugins.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture()
    tests = list_tests(session, messages)
    current = next(tests, None)
    while current is not None:
        messages.send(("start", None))
        following = next(tests, None)
        session.config.hook.pytest_runtest_protocol(item=current, nextitem=following)
        messages.send(("end", None))
        current = following
    session.config.hook.pytest_worker_finish(config=session.config)


def list_tests(session: pytest.Session, messages: Connection) -> Iterator[pytest.Item]:
    while True:
        messages.send(("next", None))
        answer = messages.recv()
        if answer is None:
            return
        first, count = answer
        yield from session.items[first : first + count]


class Reporter:
    """Sends the reports of a worker to the main process."""

    def __init__(self, config: pytest.Config, messages: Connection, terminal: Any) -> None:
        self._config = config
        self._messages = messages
        self._tw = terminal._tw
        """Where pytest-timeout writes the stacks of a test that hangs, before it ends the process."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data: Any = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._messages.send(("report", data))
