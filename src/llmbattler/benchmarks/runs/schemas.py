"""What goes over the wire about runs."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from llmbattler.core.cursors import CursorText
from llmbattler.core.integers import LARGEST_INTEGER

from ..suites.definition.spec import MOST_EPOCHS, ParamsSpec, Slug
from .models import RunStatus

MOST_MODELS = 200
MOST_AT_ONCE = 1_000
LARGEST_USD = 1_000_000
ModelId = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Dollars = Annotated[float, Field(gt=0, le=LARGEST_USD, allow_inf_nan=False)]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RunSettingsIn(_In):
    """Everything about a run but its suite; a schedule keeps it."""

    title: str = Field("", max_length=200)
    models: list[ModelId] = Field(min_length=1, max_length=MOST_MODELS)
    prompts: list[Slug] = Field([], description="All of the suite's without any.")
    epochs: int | None = Field(None, ge=1, le=MOST_EPOCHS)
    samples: int | None = Field(None, ge=1, le=LARGEST_INTEGER, description="The first so many; all without.")
    params: ParamsSpec = ParamsSpec()
    judges: list[ModelId] = Field([], max_length=20)
    concurrency: int | None = Field(None, ge=1, le=MOST_AT_ONCE)
    use_cache: bool = True
    budget_usd: Dollars | None = None
    webhook_url: str | None = Field(None, max_length=2_000)


class RunIn(RunSettingsIn):
    suite_id: UUID
    version: int | None = Field(None, ge=1, le=LARGEST_INTEGER, description="The newest without.")


class ModelEstimateOut(BaseModel):
    model_id: str
    calls: int
    cached: int = Field(description="Answers that are there already and cost nothing.")
    input_tokens: int
    output_tokens: int
    cost_usd: float | None = Field(description="Null where the price is unknown.")
    most_usd: float | None = Field(description="If every answer were as long as it may be.")
    seconds: float | None = Field(description="Null where nothing is known about the model's speed.")


class EstimateOut(BaseModel):
    calls: int
    cached: int
    judge_calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None = Field(description="Of the models whose price is known; null when none is.")
    most_usd: float | None
    unpriced: list[str]
    seconds: float | None
    half_width: float = Field(description="Half of the 95 % interval around a score near one half, in points of 100.")
    detectable: float = Field(description="Smallest difference of two models found with 80 % power, in points of 100.")
    models: list[ModelEstimateOut]
    warnings: list[str]


class RunsIn(_In):
    """Which runs to list, newest first."""

    suite_id: UUID | None = None
    status: RunStatus | None = None
    cursor: CursorText | None = None
    limit: int = Field(25, ge=1, le=100)


class RunRowOut(BaseModel):
    run_id: UUID
    suite_id: UUID
    suite_name: str
    suite_title: str
    version: int
    title: str
    status: RunStatus
    reason: str | None
    models: list[str]
    prompts: list[str]
    epochs: int
    sample_count: int
    done: int
    total: int
    mine: bool
    created_at: datetime
    finished_at: datetime | None


class RunsOut(BaseModel):
    runs: list[RunRowOut]
    next_cursor: str | None


class RunStartedOut(BaseModel):
    run_id: UUID


class RunChangeIn(_In):
    """Only what is given changes."""

    title: str | None = Field(None, max_length=200)
    concurrency: int | None = Field(None, ge=1, le=MOST_AT_ONCE)
    budget_usd: Dollars | None = None


class ScheduleIn(_In):
    suite_id: UUID
    title: str = Field("", max_length=200)
    cron: str = Field(max_length=100, description="Five fields, in UTC: `0 6 * * 1`.")
    enabled: bool = True
    wanted: RunSettingsIn


class ScheduleChangeIn(_In):
    title: str | None = Field(None, max_length=200)
    cron: str | None = Field(None, max_length=100)
    enabled: bool | None = None
    wanted: RunSettingsIn | None = None


class ScheduleOut(BaseModel):
    schedule_id: UUID
    suite_id: UUID
    suite_name: str
    title: str
    cron: str
    enabled: bool
    wanted: RunSettingsIn = Field(description="Its webhook is shown only to those who may change it.")
    next_at: datetime | None
    last_run_id: UUID | None
    problem: str | None = Field(description="Why it could not start the last time.")
    mine: bool
    may_change: bool


class SchedulesOut(BaseModel):
    schedules: list[ScheduleOut]
