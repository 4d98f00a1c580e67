"""Fills an empty site with benchmark runs. The answers are simulated, and scored like real ones."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from llmbattler.connectors.contract import Message
from llmbattler.connectors.demo_data.demo_models import DEMO_MODELS_BY_ID
from llmbattler.core import clock
from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import Contestant, find_contestants
from llmbattler.generation.response_cache import service as response_cache
from llmbattler.scorers.contract import Tools

from ..runs.chunks import ChunkPlan
from ..runs.engine.rows import encode_scores
from ..runs.models import Outcome, Run, RunStatus, Schedule
from ..runs.params import merge_params
from ..runs.schedules.cron import find_next
from ..suites.datasets.service import load_dataset
from ..suites.definition.samples import SampleView
from ..suites.models import Origin
from ..suites.scoring.marks import Marks, ModelAnswer
from ..suites.service.datasets import store_dataset
from ..suites.service.included import sync_included
from ..suites.service.open_suite import OpenSuite, list_samples, open_suite
from ..suites.service.suites import find_suite, get_version
from ..suites.service.versions import create_suite, store_version
from . import repository, tickets
from .runs import CONCURRENCY, CRON, DAYS, DemoAnswer, DemoRun, RunAnswers, list_mondays, list_runs

SEED = 20_262
WORKER = UUID("00000000-0000-4000-8000-000000000001")
Progress = Callable[[str, float], None]
"""Receives the current step and the share that is done."""


@dataclass(frozen=True, slots=True)
class FillReport:
    runs: int
    answers: int


_CACHE_COLUMNS = (
    "key",
    "contestant_id",
    "answer",
    "finish",
    "input_tokens",
    "output_tokens",
    "first_token_ms",
    "total_ms",
    "created_at",
)


async def is_filled(session: Session) -> bool:
    return await repository.count_suites(session, tickets.NAME) > 0


async def fill(
    session: Session,
    *,
    until: datetime | None = None,
    seed: int = SEED,
    progress: Progress = lambda _what, _share: None,
) -> FillReport:
    """Write suites, runs, results, a schedule, and cached answers for new runs, in one unit of work."""
    progress("Making up benchmarks", 0)
    now = until or clock.now()
    await sync_included(session)
    await repository.update_included_dates(session, at=now - timedelta(days=DAYS))
    await _add_tickets(session, now)
    demo_runs = list_runs(until=now, seed=seed)
    schedule = await _add_schedule(session, demo_runs, now)
    writer = _Writer(session, seed=seed, models=await find_contestants(session, ids=DEMO_MODELS_BY_ID))
    for number, demo_run in enumerate(demo_runs):
        progress("Running benchmarks", 0.1 + 0.9 * number / len(demo_runs))
        run_id = await writer.write(demo_run, schedule_id=schedule.schedule_id if demo_run.scheduled else None)
        schedule.last_run_id = run_id if demo_run.scheduled else schedule.last_run_id
    await writer.write_cache()
    await repository.update_planner_statistics(session)
    progress("Done", 1)
    return FillReport(len(demo_runs), writer.answers)


async def _add_tickets(session: Session, now: datetime) -> None:
    """Add a suite and its second version with more tickets, dated before the runs that use them."""
    mondays = list_mondays(now)
    whole = tickets.describe_suite()
    suite = await create_suite(session, spec=whole, owner=None, origin=Origin.FILE)
    if suite is None:
        return
    for spec, before in ((tickets.describe_suite(tickets.FIRST), mondays[0]), (whole, mondays[len(mondays) // 2])):
        loaded = await asyncio.to_thread(load_dataset, spec.dataset, folder=None)
        dataset = await store_dataset(session, loaded=loaded, spec=spec.dataset)
        kept = await store_version(session, suite=suite, spec=spec, dataset=dataset, author=None)
        await repository.update_suite_dates(
            session,
            suite_id=suite.suite_id,
            version_id=kept.version.version_id,
            at=before - timedelta(days=2, hours=3),
            first=kept.version.number == 1,
        )


async def _add_schedule(session: Session, demo_runs: Sequence[DemoRun], now: datetime) -> Schedule:
    demo_run = next(one for one in demo_runs if one.scheduled)
    suite = await find_suite(session, name=demo_run.suite)
    schedule = Schedule(
        suite_id=suite.suite_id,
        title=demo_run.title,
        owner=None,
        cron=CRON,
        wanted={"models": list(demo_run.models), "prompts": list(demo_run.prompts)},
        enabled=True,
        next_at=find_next(CRON, now),
        created_at=demo_run.started_at - timedelta(days=1),
    )
    await repository.add_schedule(session, schedule)
    return schedule


class _Writer:
    """Writes runs, and collects their answers for the cache."""

    def __init__(self, session: Session, *, seed: int, models: dict[str, Contestant]) -> None:
        self._session = session
        self._seed = seed
        self._models = models
        self._kept: dict[str, tuple[Any, ...]] = {}
        self._opened: dict[UUID, tuple[OpenSuite, Sequence[SampleView]]] = {}
        self.answers = 0

    async def write(self, demo_run: DemoRun, *, schedule_id: UUID | None) -> UUID:
        suite, samples = await self._open(demo_run)
        plans = demo_run.plan_chunks(len(samples))
        left = demo_run.find_left(plans)
        run = _run(demo_run, suite, schedule_id)
        await repository.add_runs(self._session, [run])
        rows, clock = [], timedelta()
        answers = RunAnswers(demo_run, samples, seed=self._seed)
        identities = self._identify(demo_run, suite)
        prompts = {name: [suite.renderer.render(one, name) for one in samples] for name in demo_run.prompts}
        for plan in plans:
            done = plan.count if plan.number < left else plan.count // 2 if plan.number == left else 0
            for position in plan.positions:
                sample, messages = samples[position], prompts[plan.prompt][position]
                answer = answers.answer(plan, sample, read=sum(len(message.text) for message in messages))
                self._keep(plan, identities.get(plan.model_id, ()), messages, answer, demo_run.started_at)
                if position < plan.first + done:
                    clock += timedelta(milliseconds=answer.total_ms or 30_000) / CONCURRENCY
                    marks = await _mark(suite, sample, messages, answer)
                    rows.append(_result(demo_run, plan, sample, answer, marks, demo_run.started_at + clock))
        await repository.add_results(self._session, rows)
        await repository.add_chunks(self._session, _chunks(demo_run, plans[left:]))
        run.changed_at = demo_run.started_at + clock
        run.finished_at = None if demo_run.paused else run.changed_at
        self.answers += len(rows)
        return run.run_id

    async def _open(self, demo_run: DemoRun) -> tuple[OpenSuite, Sequence[SampleView]]:
        named = await find_suite(self._session, name=demo_run.suite)
        _, version = await get_version(self._session, suite_id=named.suite_id, number=demo_run.version)
        if version.version_id not in self._opened:
            suite = await open_suite(self._session, version_id=version.version_id)
            samples = await list_samples(self._session, dataset_id=suite.dataset_id, first=0, count=suite.sample_count)
            self._opened[version.version_id] = suite, samples
        return self._opened[version.version_id]

    def _identify(self, demo_run: DemoRun, suite: OpenSuite) -> dict[str, list[bytes]]:
        """Cache identities of each model, with the run's own parameters and with those of the suite."""
        ways = [
            merge_params(suite.spec.params, params) for params in ((demo_run.params, {}) if demo_run.params else ({},))
        ]
        return {
            model_id: [response_cache.make_fingerprint(self._models[model_id], params) for params in ways]
            for model_id in demo_run.models
            if model_id in self._models
        }

    def _keep(
        self,
        plan: ChunkPlan,
        identities: Iterable[bytes],
        messages: Sequence[Message],
        answer: DemoAnswer,
        at: datetime,
    ) -> None:
        """Collect an answer for the cache. Later answers replace earlier ones."""
        if answer.text is None or answer.finish is None:
            return
        for identity in identities:
            key = response_cache.make_key(identity, messages, plan.epoch)
            self._kept[key] = (
                key,
                plan.model_id,
                answer.text,
                answer.finish.value,
                answer.input_tokens,
                answer.output_tokens,
                answer.first_token_ms,
                answer.total_ms,
                at,
            )

    async def write_cache(self) -> None:
        await response_cache.add_many(self._session, columns=_CACHE_COLUMNS, rows=self._kept.values())


async def _mark(suite: OpenSuite, sample: SampleView, messages: Sequence[Message], answer: DemoAnswer) -> Marks | None:
    if answer.text is None:
        return None
    said = ModelAnswer(
        text=answer.text,
        first_token_ms=answer.first_token_ms,
        total_ms=answer.total_ms,
        input_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        cost_micro_usd=answer.cost_micro_usd,
    )
    return await suite.marker.mark(sample, messages[-1].text, said, Tools(), suite.renderer.target)


def _run(demo_run: DemoRun, suite: OpenSuite, schedule_id: UUID | None) -> Run:
    return Run(
        run_id=demo_run.run_id,
        suite_id=suite.suite_id,
        version_id=suite.version_id,
        title=demo_run.title,
        owner=None,
        status=RunStatus.PAUSED if demo_run.paused else RunStatus.FINISHED,
        models=list(demo_run.models),
        prompts=list(demo_run.prompts),
        epochs=demo_run.epochs,
        sample_count=suite.sample_count,
        params=dict(demo_run.params),
        judges=[],
        concurrency=CONCURRENCY,
        use_cache=demo_run.paused,  # other runs ask again, or two runs would be the same
        schedule_id=schedule_id,
        created_at=demo_run.started_at,
        changed_at=demo_run.started_at,
    )


def _result(
    demo_run: DemoRun, plan: ChunkPlan, sample: SampleView, answer: DemoAnswer, marks: Marks | None, at: datetime
) -> tuple[Any, ...]:
    """In the order of `repository.RESULT`."""
    return (
        demo_run.run_id,
        plan.model_id,
        plan.prompt,
        sample.position,
        plan.epoch,
        sample.sample_id,
        Outcome(marks.outcome) if marks else Outcome.FAILED,
        marks.value if marks else None,
        bytes(encode_scores(marks.marks)).decode() if marks else "[]",
        answer.text,
        answer.finish.value if answer.finish else None,
        answer.input_tokens,
        answer.output_tokens,
        answer.cost_micro_usd,
        answer.first_token_ms,
        answer.total_ms,
        answer.tries,
        answer.error.kind.value if answer.error else None,
        str(answer.error) if answer.error else None,
        WORKER,
        at,
    )


def _chunks(demo_run: DemoRun, left: Iterable[ChunkPlan]) -> list[tuple[Any, ...]]:
    return [(demo_run.run_id, one.number, one.model_id, one.prompt, one.epoch, one.first, one.count) for one in left]
