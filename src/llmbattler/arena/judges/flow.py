"""Asks judges. No unit of work is open while a model answers."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID

from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.connectors.errors import ConnectorError, FailureKind
from llmbattler.core.db import Database, Session
from llmbattler.core.errors import Limited, Unavailable
from llmbattler.core.logs import get_logger
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

from ..models import JudgeOrder, VoteWord
from . import service
from .prompts import JudgeChoice, make_messages, max_chars_for, parse_verdict, to_vote_word
from .service import Judge, JudgedBattle

BATTLES_AT_ONCE = 4
ATTEMPTS = 2
"""For each order of a battle in one run; retries inside a call are not counted."""
MAX_FAILURES_IN_A_ROW = 3
"""After this many failed battles in a row the run ends; the next run starts again."""
REPLY_CHARS = 20_000
SAVE_RETRY_SECONDS = (0.5, 2.0, 5.0)

# Failures that the battle causes: every attempt would fail in the same way.
_BATTLE_FAILURES = frozenset({FailureKind.CONTEXT_TOO_LONG, FailureKind.FILTERED, FailureKind.TOO_LARGE})

T = TypeVar("T")

_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class RunLimits:
    battles: int
    per_day: int | None = None
    """Battles of this judge since midnight UTC, including those of earlier runs."""
    seconds: float | None = None
    """After this time no further battle is started."""


@dataclass(slots=True)
class JudgeRun:
    """The progress and the result of one run of one judge."""

    planned: int = 0
    judged: int = 0
    """Read in both orders and stored."""
    counted: int = 0
    """Judged with the same verdict in both orders."""
    failed: int = 0
    problem: str | None = None
    """The last failure."""
    facets: set[str] = field(default_factory=set)
    failures_in_a_row: int = 0

    @property
    def given_up(self) -> bool:
        return self.failures_in_a_row >= MAX_FAILURES_IN_A_ROW

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
    """Let one model judge stored battles, the newest first. Failed battles are left for a later run."""
    async with database.unit() as session:
        judge = await service.get_judge(session, model_id=model_id)
        unjudged = await service.list_unjudged(session, judge=judge, limit=limits.battles, per_day=limits.per_day)
    run = JudgeRun(planned=len(unjudged))
    runner = _JudgeRunner(database, calls, judge, limits, run, progress or _ignore)
    runner.progress(run)
    battles = iter(unjudged)
    deadline = None if limits.seconds is None else asyncio.get_running_loop().time() + limits.seconds
    async with asyncio.TaskGroup() as group:
        for _ in range(min(BATTLES_AT_ONCE, len(unjudged))):
            group.create_task(runner.judge_all(battles, deadline))
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
class _JudgeRunner:
    """Judges the battles of one run, a few at a time."""

    database: Database
    calls: ModelCalls
    judge: Judge
    limits: RunLimits
    run: JudgeRun
    progress: Progress

    async def judge_all(self, battles: Iterator[UUID], deadline: float | None) -> None:
        clock = asyncio.get_running_loop().time
        for battle_id in battles:
            if self.run.given_up or (deadline is not None and clock() > deadline):
                return
            try:
                await self._judge(battle_id)
            except (ConnectorError, Limited, Unavailable) as error:
                self.run.fail(str(error))
                _log.info("a battle was not judged", judge=self.judge.id, battle_id=str(battle_id), reason=str(error))
            self.progress(self.run)

    async def _judge(self, battle_id: UUID) -> None:
        async with self.database.unit() as session:
            battle = await service.load_battle(
                session, judge=self.judge, battle_id=battle_id, per_day=self.limits.per_day
            )
        if battle is None:
            return
        verdicts = {order: await self._ask_with_retry(battle, order) for order in JudgeOrder}
        await self._store(battle, verdicts)
        self.run.failures_in_a_row = 0

    async def _ask_with_retry(self, battle: JudgedBattle, order: JudgeOrder) -> VoteWord | None:
        for attempts_left in reversed(range(ATTEMPTS)):
            try:
                return to_vote_word(await self._ask(battle, order), order)
            except ConnectorError as error:
                if error.kind in _BATTLE_FAILURES:
                    return None
                if not error.transient or not attempts_left:
                    raise
        return None

    async def _ask(self, battle: JudgedBattle, order: JudgeOrder) -> JudgeChoice | None:
        max_chars = max_chars_for(self.judge.model.context_length)
        messages = make_messages(battle.turns, order=order, boundary=secrets.token_hex(8), max_chars=max_chars)
        context = CallContext(purpose="judge", purpose_id=str(battle.battle_id))
        reply = await self.calls.ask(self.judge.model, messages, context=context, max_chars=REPLY_CHARS)
        # The last word of a reply that was cut off is unknown.
        return parse_verdict(reply.text) if reply.complete else None

    async def _store(self, battle: JudgedBattle, verdicts: dict[JudgeOrder, VoteWord | None]) -> None:
        stored = await _save(
            self.database,
            lambda session: service.store_verdicts(session, judge=self.judge.id, battle=battle, verdicts=verdicts),
        )
        self.run.judged += stored.stored
        self.run.counted += bool(stored.facets)
        self.run.facets |= stored.facets


async def _save(database: Database, work: Callable[[Session], Awaitable[T]]) -> T:
    """Run one unit of work. Retry while the database is unavailable: the verdicts are already paid for."""
    for pause in SAVE_RETRY_SECONDS:
        try:
            async with database.unit() as session:
                return await work(session)
        except Unavailable:
            await asyncio.sleep(pause)
    async with database.unit() as session:
        return await work(session)
