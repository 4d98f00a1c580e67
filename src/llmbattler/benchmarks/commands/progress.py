"""Executes a run in this process and shows progress bars. Ctrl-C pauses the run."""

import asyncio
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from uuid import UUID

from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

from llmbattler.core.commands import errors
from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..results.comparisons.service import judge_run
from ..results.schemas import LineOut, RunOut, RunVerdictOut
from ..results.service import show_run
from ..runs.engine.flow import RunEngine
from ..runs.errors import RunOver
from ..runs.service import changes
from ..runs.service.listing import RunStatus
from .options import OPERATOR
from .output import describe_silent

REFRESH_SECONDS = 0.5
REFRESH_FACTOR = 10
"""Counting a large run is slow: the wait between two refreshes is this many times the duration of one."""
BAR_WIDTH = 20
FACTS_WIDTH = 45
"""Room beside a bar for the count, the time and a few facts."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def load_run(resources: Resources, run_id: UUID) -> RunOut:
    async with resources.get(Database).unit() as session:
        return await show_run(session, settings=resources.get(Settings), run_id=run_id, asker=OPERATOR)


async def find_verdict(resources: Resources, run: RunOut) -> RunVerdictOut:
    """Compare the models of a run with the best one."""
    async with resources.get(Database).unit() as session:
        return await judge_run(session, run=run)


async def execute_run(resources: Resources, run_id: UUID) -> tuple[RunOut, bool]:
    """Work on a run until it has ended or a signal stops this process. Return whether a signal did."""
    stopping = asyncio.Event()
    engine = asyncio.create_task(RunEngine(resources).drain(run_id), name="bench")
    stopped = asyncio.create_task(stopping.wait())
    with _Bars() as bars, _handle_signals(stopping, engine):
        try:
            while not engine.done():
                began = time.monotonic()
                with suppress(Unavailable):
                    bars.show(await load_run(resources, run_id))
                timeout = max(REFRESH_SECONDS, REFRESH_FACTOR * (time.monotonic() - began))
                await asyncio.wait({engine, stopped}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
                if stopping.is_set() and not stopped.cancelled():
                    stopped.cancel()
                    await _pause(resources, run_id)
                    await asyncio.wait({engine})
            with suppress(asyncio.CancelledError):
                await engine
        finally:
            stopped.cancel()
            engine.cancel()
        run = await load_run(resources, run_id)
        bars.show(run)
    return run, stopping.is_set()


@contextmanager
def _handle_signals(stopping: asyncio.Event, engine: asyncio.Task[object]) -> Iterator[None]:
    """The first Ctrl-C waits for calls in flight, the second one cancels them."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if stopping.is_set():
            engine.cancel()
        stopping.set()

    for number in _SIGNALS:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


async def _pause(resources: Resources, run_id: UUID) -> None:
    errors.print("Pausing. Answers in flight are still recorded; press Ctrl-C again to discard them.")
    with suppress(RunOver):
        async with resources.get(Database).unit() as session:
            await changes.pause_run(session, settings=resources.get(Settings), actor=OPERATOR, run_id=run_id)


class _Bars(Progress):
    """One bar per model and prompt. In a narrow terminal the name stands above its bar, so that it is not cut."""

    def __init__(self) -> None:
        fixed = Column(no_wrap=True)
        self._name = TextColumn("{task.description}")
        self._bar = (
            BarColumn(BAR_WIDTH, table_column=fixed),
            MofNCompleteColumn(table_column=fixed),
            TimeRemainingColumn(table_column=fixed),
            TextColumn("{task.fields[facts]}", table_column=Column(overflow="fold")),
        )
        super().__init__(self._name, *self._bar, console=errors)
        self._lines: dict[str, TaskID] = {}
        self._silent: set[str] = set()

    def get_renderables(self) -> Iterable[RenderableType]:
        longest = max((Text.from_markup(task.description).cell_len for task in self.tasks), default=0)
        if longest + BAR_WIDTH + FACTS_WIDTH <= errors.width:
            self.columns = (self._name, *self._bar)
            yield self.make_tasks_table(self.tasks)
            return
        self.columns = self._bar
        for task in self.tasks:
            yield Text.from_markup(task.description, overflow="fold")
            yield Padding(self.make_tasks_table([task]), (0, 0, 0, 2), expand=False)

    def show(self, run: RunOut) -> None:
        self._report_silent(run)
        for line in run.lines:
            if line.key not in self._lines:
                self._lines[line.key] = self.add_task(escape(line.key), total=line.total, facts="")
            self.update(self._lines[line.key], completed=line.done, total=line.total, facts=_describe(line))
        if len(run.lines) > 1 or run.per_second:
            if "" not in self._lines:
                self._lines[""] = self.add_task("[bold]all[/bold]", total=run.total, facts="")
            pace = "" if not run.per_second else f"{run.per_second:.1f} answers/s"
            spent = "" if run.spent_usd is None else f"${run.spent_usd:.4f}"
            facts = " · ".join(part for part in (pace, spent) if part)
            self.update(self._lines[""], completed=run.done, total=run.total, facts=facts)

    def _report_silent(self, run: RunOut) -> None:
        """Print once which model server does not answer, and once that it answers again."""
        silent = {", ".join(one.models): one for one in run.silent}
        for models, one in silent.items():
            if models not in self._silent:
                self.console.print(f"[bold red]{escape(describe_silent(one))}[/bold red]", soft_wrap=True)
                self.console.print(
                    f"Ctrl-C pauses the run; `llmbattler bench cancel {run.run_id}` ends it. Without that it waits.",
                    soft_wrap=True,
                )
        for models in self._silent - silent.keys():
            if run.status is RunStatus.RUNNING:
                self.console.print(f"[green]{escape(models)} answers again.[/green]", soft_wrap=True)
        self._silent = set(silent)


def _describe(line: LineOut) -> str:
    parts = []
    if line.score.mean is not None:
        parts.append(f"{line.score.mean:.1%}")
    if line.cost_usd:
        parts.append(f"${line.cost_usd:.4f}")
    if line.cached:
        parts.append(f"{line.cached} cached")
    if line.unparsed:
        parts.append(f"{line.unparsed} unreadable")
    parts += [f"[red]{error.count} × {escape(error.kind)}[/red]" for error in line.errors]
    return " · ".join(parts)
