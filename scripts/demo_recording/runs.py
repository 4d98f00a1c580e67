"""The demo runs and their answers, generated from one seed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from llmbattler.benchmarks.runs.chunks import ChunkPlan, plan_chunks
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.connectors.contract import FinishReason
from llmbattler.connectors.errors import BrokenStream, ConnectorError, Filtered, Overloaded, RateLimited, TimedOut

from .abilities import DrawnOutcome, OutcomeDraws, draw
from .demo_models import DEMO_MODELS, DEMO_MODELS_BY_ID
from .suite_answers import AnswerWriter

DAYS = 60
CONCURRENCY = 20
CRON = "0 6 * * 1"
TICKETS = "support-tickets"
WEEKS = 6
_ALL_MODELS = tuple(one.model_id for one in DEMO_MODELS)
_SCHEDULED_MODELS = ("aurora-9-large", "tundra-72b", "kestrel-3-flash", "basalt-34b")
_PUZZLE_MODELS = ("aurora-9-large", "kestrel-3-pro", "tundra-72b", "aurora-9-mini", "basalt-34b")
_PAUSED_AFTER = 0.55
_RETRIED = 0.02
"""How often a call fails once and succeeds on retry."""
_FAILURES: tuple[tuple[ConnectorError, int], ...] = (
    (TimedOut(), 3),
    (Overloaded("HTTP 503"), 6),
    (RateLimited("HTTP 429"), 10),
    (BrokenStream(), 4),
    (Filtered(), 1),
)
"""Errors, with the number of attempts after which the engine gives up."""
_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoRun:
    run_id: UUID
    suite: str
    version: int | None = None
    """`None` is the newest version."""
    title: str
    models: Sequence[str] = _ALL_MODELS
    prompts: Sequence[str] = ("default",)
    epochs: int = 1
    params: Mapping[str, Any] = field(default_factory=dict)
    started_at: datetime
    scheduled: bool = False
    shifts: Mapping[str, float] = field(default_factory=dict)
    """How much better or worse than today each model was at that time."""
    share: float = 1.0
    """The share of the run that was done before it was paused."""

    @property
    def paused(self) -> bool:
        return self.share < 1

    def plan_chunks(self, sample_count: int) -> list[ChunkPlan]:
        return plan_chunks(models=self.models, prompts=self.prompts, epochs=self.epochs, sample_count=sample_count)

    def find_left(self, plans: Sequence[ChunkPlan]) -> int:
        """Index of the first unfinished chunk, which is half done; the number of chunks if the run is not paused."""
        return int(len(plans) * self.share)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoAnswer:
    text: str | None = None
    finish: FinishReason | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_micro_usd: int | None = None
    first_token_ms: int | None = None
    total_ms: int | None = None
    tries: int = 1
    error: ConnectorError | None = None


def list_runs(*, until: datetime, seed: int) -> list[DemoRun]:
    """All runs, oldest first; the last one is a few hours before `until`."""
    runs = [*_list_weekly(until, seed), *_list_others(until, seed)]
    return sorted(runs, key=lambda run: run.started_at)


def list_mondays(until: datetime) -> list[datetime]:
    """Start times of the scheduled runs, oldest first. The last one is an hour before `until`."""
    return [until - timedelta(hours=1, weeks=back) for back in reversed(range(WEEKS))]


def _list_weekly(until: datetime, seed: int) -> Iterator[DemoRun]:
    for week, moment in enumerate(list_mondays(until)):
        yield DemoRun(
            run_id=_make_id(seed, "week", week),
            suite=TICKETS,
            version=1 if week < WEEKS // 2 else 2,
            title="Support tickets, every Monday",
            models=_SCHEDULED_MODELS,
            prompts=("main",),
            started_at=moment,
            scheduled=True,
            # One model improves every week, and another has one bad week.
            shifts={"basalt-34b": 0.35 * (week - WEEKS + 1), "tundra-72b": -1.2 if week == WEEKS - 2 else 0.0},
        )


def _list_others(until: datetime, seed: int) -> Iterator[DemoRun]:
    def ago(**units: float) -> datetime:
        return until - timedelta(**units)

    early = ago(days=40, hours=2)
    there = tuple(one.model_id for one in DEMO_MODELS if until - timedelta(days=DAYS * (1 - one.joined)) <= early)
    yield DemoRun(
        run_id=_make_id(seed, "arithmetic", 1),
        suite="arithmetic-stories",
        title="Arithmetic, a first look",
        models=there,
        started_at=early,
        shifts={"basalt-34b": -1.6, "maple-2": 0.5},
    )
    yield DemoRun(
        run_id=_make_id(seed, "facts", 1), suite="short-facts", title="Short facts", started_at=ago(days=12, hours=5)
    )
    yield DemoRun(
        run_id=_make_id(seed, "instructions", 1),
        suite="instructions",
        title="Following instructions",
        started_at=ago(days=9, hours=3),
    )
    yield DemoRun(
        run_id=_make_id(seed, "consistency", 1),
        suite="consistency",
        title="Consistency, asked twice",
        epochs=2,
        params={"temperature": 0.7},
        started_at=ago(days=6, hours=4),
    )
    yield DemoRun(
        run_id=_make_id(seed, "arithmetic", 2),
        suite="arithmetic-stories",
        title="Arithmetic, with the new Basalt",
        started_at=ago(days=4, hours=1),
    )
    yield DemoRun(
        run_id=_make_id(seed, "tickets", 1),
        suite=TICKETS,
        title="Support tickets, all models and both prompts",
        prompts=("main", "terse"),
        started_at=ago(days=2, hours=6),
    )
    yield DemoRun(
        run_id=_make_id(seed, "puzzles", 1),
        suite="puzzles",
        title="Puzzles for the best",
        models=_PUZZLE_MODELS,
        started_at=ago(hours=3),
        share=_PAUSED_AFTER,
    )


def _make_id(seed: int, *named: object) -> UUID:
    return UUID(int=Random(f"{seed}:{named}").getrandbits(128), version=4)  # noqa: S311 - not a secret


class RunAnswers:
    """The answers of one run."""

    def __init__(self, run: DemoRun, samples: Sequence[SampleView], *, seed: int) -> None:
        sampled = bool(run.params.get("temperature"))
        self._run = run
        self._seed = seed
        self._draws = OutcomeDraws(seed=seed, suite=run.suite, run=str(run.run_id), sampled=sampled, shifts=run.shifts)
        self._writer = AnswerWriter(run.suite, samples)

    def answer(self, plan: ChunkPlan, sample: SampleView, *, read: int) -> DemoAnswer:
        """The answer to a prompt with `read` characters."""
        outcome = self._draws.draw_outcome(plan.model_id, sample, prompt=plan.prompt, epoch=plan.epoch)
        place = (self._seed, self._run.run_id, plan.model_id, plan.prompt, sample.sample_id, plan.epoch)
        rng = Random("\0".join(map(str, place)))  # noqa: S311
        if outcome is DrawnOutcome.FAILED:
            error, tries = rng.choice(_FAILURES)
            return DemoAnswer(error=error, tries=tries)
        # Depends on the model and the sample only, so that a model makes the same mistake in every run.
        words = Random(f"{self._seed}:{plan.model_id}:{sample.sample_id}:{outcome}")  # noqa: S311
        member = DEMO_MODELS_BY_ID[plan.model_id]
        written = self._writer.write(sample, outcome, member.style, words)
        first = int(rng.uniform(180, 900))
        input_tokens = -(-read // _CHARACTERS_PER_TOKEN)
        output_tokens = max(1, -(-len(written.text) // _CHARACTERS_PER_TOKEN))
        return DemoAnswer(
            text=written.text,
            finish=written.finish,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cost_micro_usd=round(input_tokens * member.input_price + output_tokens * member.output_price),
            first_token_ms=first,
            total_ms=first + int(rng.lognormvariate(0, 0.3) * 1000 * output_tokens / member.words_per_second),
            tries=2 if draw("again", *place) < _RETRIED else 1,
        )
