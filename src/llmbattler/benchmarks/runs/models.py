"""The tables of runs. Results are the source of truth; chunks and gates can be rebuilt at any time."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Index, String, Uuid, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, by_month, enum_text, now_column, refers_to
from llmbattler.core.ids import uuid7


class RunStatus(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    STOPPED = "stopped"
    """By its budget or by a failure that retries cannot fix; `reason` says which."""


class Outcome(StrEnum):
    RIGHT = "right"
    """The value reaches the threshold of the suite."""
    WRONG = "wrong"
    UNPARSED = "unparsed"
    FAILED = "failed"
    """No answer after all tries."""
    RETRYING = "retrying"
    """No answer yet; the next try is at `next_try_at`."""
    QUARANTINED = "quarantined"
    """Several workers died while they asked or scored it."""


FINAL = (Outcome.RIGHT, Outcome.WRONG, Outcome.UNPARSED, Outcome.FAILED, Outcome.QUARANTINED)
SCORED = (Outcome.RIGHT, Outcome.WRONG, Outcome.UNPARSED)


class Run(Base):
    """One suite asked of some models, with some of its prompts, for some epochs."""

    __tablename__ = "bench_runs"
    __table_args__ = (
        Index(None, "created_at"),
        Index(None, "suite_id", "created_at"),
        Index("ix_bench_runs_running", "run_id", postgresql_where=text("status = 'running'")),
    )

    run_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    suite_id: Mapped[UUID] = refers_to("bench_suites.suite_id")
    version_id: Mapped[UUID] = refers_to("bench_versions.version_id")
    title: Mapped[str]
    owner: Mapped[str | None] = refers_to("accounts.account_id")
    status: Mapped[RunStatus] = mapped_column(enum_text(RunStatus))
    reason: Mapped[str | None]
    models: Mapped[list[str]]
    prompts: Mapped[list[str]]
    """Names of templates in the suite."""
    epochs: Mapped[int]
    sample_count: Mapped[int]
    """The run uses this many samples from the start of the dataset."""
    params: Mapped[dict[str, Any]] = mapped_column(server_default=text("'{}'"))
    """Override those of the suite."""
    judges: Mapped[list[str]] = mapped_column(server_default=text("'{}'"))
    concurrency: Mapped[int]
    """Concurrent calls over all workers. Can be changed while the run is running."""
    use_cache: Mapped[bool]
    budget_micro_usd: Mapped[int | None] = mapped_column(BigInteger)
    webhook_url: Mapped[str | None]
    schedule_id: Mapped[UUID | None] = refers_to("bench_schedules.schedule_id")
    created_at: Mapped[datetime] = now_column()
    finished_at: Mapped[datetime | None]
    changed_at: Mapped[datetime] = now_column()
    """When somebody last paused, resumed or changed it."""


class Chunk(Base):
    """A part of a run that is worked on as one job. Derived from the results that are missing."""

    __tablename__ = "bench_chunks"
    __table_args__ = (
        Index(
            "ix_bench_chunks_waiting", "run_id", text("deaths DESC"), "number", postgresql_where=text("job_id IS NULL")
        ),
        Index("ix_bench_chunks_enqueued", "run_id", postgresql_where=text("job_id IS NOT NULL")),
    )

    run_id: Mapped[UUID] = refers_to("bench_runs.run_id", primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    model_id: Mapped[str]
    prompt: Mapped[str]
    epoch: Mapped[int]
    first: Mapped[int]
    """Position of the first sample."""
    count: Mapped[int]
    job_id: Mapped[int | None] = mapped_column(BigInteger)
    """Its job in the queue; none while it waits for a place in the window of its run."""
    parked: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether its worker cannot ask any of its samples now. It takes no place in the window then."""
    deaths: Mapped[int] = mapped_column(server_default=text("0"))
    """How many workers died while they held it together with other chunks."""
    solo_starts: Mapped[int] = mapped_column(server_default=text("0"))
    """How often a worker started its sample alone and has not reported the end."""


class Result(Base):
    """The answer of one model to one sample. A final result is never overwritten."""

    __tablename__ = "bench_results"
    __table_args__ = (
        Index(None, "run_id", "position"),
        Index(None, "run_id", "outcome", "position"),
        Index(None, "run_id", "total_ms"),
        by_month("run_id"),
    )

    run_id: Mapped[UUID] = refers_to("bench_runs.run_id", primary_key=True)
    model_id: Mapped[str] = mapped_column(primary_key=True)
    prompt: Mapped[str] = mapped_column(String(64), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    epoch: Mapped[int] = mapped_column(primary_key=True)
    """Counts from 1."""
    sample_id: Mapped[str] = mapped_column(String(16))
    outcome: Mapped[Outcome] = mapped_column(enum_text(Outcome))
    value: Mapped[float | None]
    """The weighted mean of its scores, from 0 to 1; none if it is unreadable or failed."""
    scores: Mapped[list[Any]] = mapped_column(JSONB, server_default=text("'[]'"))
    """`{"name", "value", "extracted", "reason", "details"}` for each score of the suite, in its order."""
    answer: Mapped[str | None]
    turns: Mapped[list[Any] | None] = mapped_column(JSONB(none_as_null=True))
    """`{"question", "answer", …}` of each turn, in suites with several; the last answer is also in `answer`."""
    finish: Mapped[str | None] = mapped_column(String(20))
    input_tokens: Mapped[int | None]
    output_tokens: Mapped[int | None]
    cost_micro_usd: Mapped[int | None] = mapped_column(BigInteger)
    judge_micro_usd: Mapped[int | None] = mapped_column(BigInteger)
    """What judges cost; the run pays for it too."""
    first_token_ms: Mapped[int | None]
    total_ms: Mapped[int | None]
    cached: Mapped[bool] = mapped_column(server_default=text("false"))
    tries: Mapped[int] = mapped_column(server_default=text("1"))
    error_kind: Mapped[str | None] = mapped_column(String(40))
    error: Mapped[str | None]
    next_try_at: Mapped[datetime | None]
    worker: Mapped[UUID | None] = mapped_column(Uuid)
    recorded_at: Mapped[datetime] = now_column()


class Gate(Base):
    """The limit on concurrent calls to one endpoint, learned by all workers together."""

    __tablename__ = "bench_gates"

    endpoint: Mapped[str] = mapped_column(primary_key=True)
    width: Mapped[float]
    cool_until: Mapped[datetime | None]
    heard_at: Mapped[datetime | None]
    """When it last sent something to a worker."""
    silent_since: Mapped[datetime | None]
    """When the first call was made that it has not answered; only means something while `silent_at` is recent."""
    silent_at: Mapped[datetime | None]
    """When a worker last reported that it does not answer."""
    silent_error: Mapped[str | None]
    changed_at: Mapped[datetime] = now_column()


class Schedule(Base):
    """A run that is started by a cron expression."""

    __tablename__ = "bench_schedules"
    __table_args__ = (Index(None, "next_at"),)

    schedule_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    suite_id: Mapped[UUID] = refers_to("bench_suites.suite_id")
    title: Mapped[str]
    owner: Mapped[str | None] = refers_to("accounts.account_id")
    cron: Mapped[str]
    """Five fields, in UTC."""
    wanted: Mapped[dict[str, Any]]
    """A `RunSettingsIn`."""
    enabled: Mapped[bool]
    next_at: Mapped[datetime | None]
    last_run_id: Mapped[UUID | None] = refers_to("bench_runs.run_id")
    problem: Mapped[str | None]
    """Why the last start failed."""
    created_at: Mapped[datetime] = now_column()
