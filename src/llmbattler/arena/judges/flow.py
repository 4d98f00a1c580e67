"""Asking judges. Units of work are short; none is open while a model reads."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID

from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.connectors.contract import Finish, FinishReason, TextDelta
from llmbattler.connectors.errors import ConnectorError, FailureKind
from llmbattler.core.db import Database, Session
from llmbattler.core.errors import Limited, Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

from ..models import JudgeOrder, VoteWord
from . import service
from .prompts import Said, make_messages, map_back, parse_verdict, room_for
from .service import Case, Judge

BATTLES_AT_ONCE = 4
TRIES = 2
"""Of one battle in one run; the caller's own retries come on top."""
MOST_FAILURES = 3
"""Battles in a row that a judge may fail before its run ends; the next run begins anew."""
REPLY_CHARS = 20_000
SAVE_SECONDS = (0.5, 2.0, 5.0)

# Nothing is wrong with the judge then, and the same battle would fail in every run.
_OF_THE_BATTLE = frozenset({FailureKind.CONTEXT_TOO_LONG, FailureKind.FILTERED, FailureKind.TOO_LARGE})

T = TypeVar("T")

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class RunLimits:
    battles: int
    per_day: int | None = None
    """Battles of this judge since midnight UTC, those of earlier runs included."""
    seconds: float | None = None
    """After this no further battle is begun."""


@dataclass(slots=True)
class JudgeRun:
    """What one run of one judge came to."""

    planned: int = 0
    judged: int = 0
    """Read in both orders and stored."""
    counted: int = 0
    """Those of which it said the same in both orders."""
    failed: int = 0
    problem: str | None = None
    """The last failure."""
    facets: set[str] = field(default_factory=set)
    failures_in_a_row: int = 0

    @property
    def given_up(self) -> bool:
        return self.failures_in_a_row >= MOST_FAILURES

    def fail(self, problem: str) -> None:
        self.failed += 1
        self.failures_in_a_row += 1
        self.problem = problem


Progress = Callable[[JudgeRun], None]


async def run_judge(
    database: Database,
    calls: ModelCalls,
    settings: Settings,
    *,
    model_id: str,
    limits: RunLimits,
    progress: Progress | None = None,
) -> JudgeRun:
    """Let one model judge stored battles, the newest first. What fails is left for a later run."""
    async with database.unit() as session:
        judge = await service.get_judge(session, model_id=model_id)
        waiting = await service.list_waiting(session, judge=judge, limit=limits.battles, per_day=limits.per_day)
    run = JudgeRun(planned=len(waiting))
    desk = _Desk(database, calls, judge, limits, run, progress or _ignore)
    desk.progress(run)
    battles = iter(waiting)
    deadline = None if limits.seconds is None else asyncio.get_running_loop().time() + limits.seconds
    async with asyncio.TaskGroup() as group:
        for _ in range(min(BATTLES_AT_ONCE, len(waiting))):
            group.create_task(desk.work(battles, deadline))
    rules = RatingRules.read(settings)
    await _save(
        database, lambda session: service.refresh_judge(session, judge=judge.id, facets=run.facets, rules=rules)
    )
    if run.planned:
        _log.info("judged", judge=judge.id, judged=run.judged, counted=run.counted, failed=run.failed)
    return run


def _ignore(_: JudgeRun) -> None:
    pass


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where one judge's battles are read, a few at a time."""

    database: Database
    calls: ModelCalls
    judge: Judge
    limits: RunLimits
    run: JudgeRun
    progress: Progress

    async def work(self, battles: Iterator[UUID], deadline: float | None) -> None:
        clock = asyncio.get_running_loop().time
        for battle_id in battles:
            if self.run.given_up or (deadline is not None and clock() > deadline):
                return
            try:
                await self._judge(battle_id)
            except (ConnectorError, Limited, Unavailable) as error:
                self.run.fail(str(error))
                _log.info("a battle stays unjudged", judge=self.judge.id, battle_id=str(battle_id), reason=str(error))
            self.progress(self.run)

    async def _judge(self, battle_id: UUID) -> None:
        async with self.database.unit() as session:
            case = await service.open_case(session, judge=self.judge, battle_id=battle_id, per_day=self.limits.per_day)
        if case is None:
            return
        verdicts = {order: await self._ask_twice(case, order) for order in JudgeOrder}
        await self._keep(case, verdicts)
        self.run.failures_in_a_row = 0

    async def _ask_twice(self, case: Case, order: JudgeOrder) -> VoteWord | None:
        for tries_left in reversed(range(TRIES)):
            try:
                return map_back(await self._ask(case, order), order)
            except ConnectorError as error:
                if error.kind in _OF_THE_BATTLE:
                    return None
                if not error.transient or not tries_left:
                    raise
        return None

    async def _ask(self, case: Case, order: JudgeOrder) -> Said | None:
        boundary, fits = secrets.token_hex(8), room_for(self.judge.model.context_length)
        messages = make_messages(case.turns, order=order, boundary=boundary, room=fits)
        context = CallContext(purpose="judge", purpose_id=str(case.battle_id))
        said: list[str] = []
        room, complete = REPLY_CHARS, False
        async with aclosing(self.calls.stream(self.judge.model, messages, context=context)) as deltas:
            async for delta in deltas:
                if isinstance(delta, TextDelta):
                    said.append(delta.text)
                    room -= len(delta.text)
                    if room < 0:
                        break
                elif isinstance(delta, Finish):
                    complete = delta.reason is FinishReason.STOP
        # Of a reply that broke off nobody knows what its last word would have been.
        return parse_verdict("".join(said)) if complete else None

    async def _keep(self, case: Case, verdicts: dict[JudgeOrder, VoteWord | None]) -> None:
        kept = await _save(
            self.database,
            lambda session: service.keep_verdicts(session, judge=self.judge.id, case=case, verdicts=verdicts),
        )
        self.run.judged += kept.stored
        self.run.counted += bool(kept.facets)
        self.run.facets |= kept.facets


async def _save(database: Database, work: Callable[[Session], Awaitable[T]]) -> T:
    """One unit of work. What the judge said is paid for, so a database that is busy or away is waited for."""
    for pause in SAVE_SECONDS:
        try:
            async with database.unit() as session:
                return await work(session)
        except Unavailable:
            await asyncio.sleep(pause)
    async with database.unit() as session:
        return await work(session)
