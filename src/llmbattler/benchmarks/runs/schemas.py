"""Request and response bodies of runs."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from llmbattler.core.cursors import CursorText
from llmbattler.core.integers import LARGEST_INTEGER

from ..suites.definition.spec import MOST_EPOCHS, ParamsSpec, Slug
from .models import RunStatus

MAX_MODELS = 200
MAX_CONCURRENCY = 1_000
MAX_USD = 1_000_000
ModelId = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Dollars = Annotated[float, Field(gt=0, le=MAX_USD, allow_inf_nan=False)]


class StrictModel(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RunSettingsIn(StrictModel):
    """A run without its suite. Schedules store it."""

    title: str = Field("", max_length=200)
    models: list[ModelId] = Field(min_length=1, max_length=MAX_MODELS)
    prompts: list[Slug] = Field([], description="Default: all prompts of the suite.")
    epochs: int | None = Field(None, ge=1, le=MOST_EPOCHS)
    samples: int | None = Field(
        None, ge=1, le=LARGEST_INTEGER, description="Use only the first N samples. Default: all."
    )
    params: ParamsSpec = ParamsSpec()
    judges: list[ModelId] = Field([], max_length=20)
    concurrency: int | None = Field(None, ge=1, le=MAX_CONCURRENCY)
    use_cache: bool = True
    budget_usd: Dollars | None = None
    webhook_url: str | None = Field(None, max_length=2_000)


class RunIn(RunSettingsIn):
    suite_id: UUID
    version: int | None = Field(None, ge=1, le=LARGEST_INTEGER, description="Default: the newest version.")


class ModelEstimateOut(BaseModel):
    model_id: str
    calls: int
    cached: int = Field(description="Answers in the cache, which cost nothing.")
    input_tokens: int
    output_tokens: int
    cost_usd: float | None = Field(description="Null if the price is unknown.")
    most_usd: float | None = Field(description="The cost if every answer had its maximum length.")
    seconds: float | None = Field(description="Null if the speed of the model is unknown.")


class EstimateOut(BaseModel):
    calls: int
    cached: int
    judge_calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None = Field(description="Without models whose price is unknown; null if all are.")
    most_usd: float | None
    unpriced: list[str]
    seconds: float | None
    half_width: float = Field(
        description="Half of the width of the 95 % interval around a score of 50 %, in percentage points."
    )
    detectable: float = Field(
        description="Smallest difference between two models that is found with 80 % power, in percentage points."
    )
    models: list[ModelEstimateOut]
    warnings: list[str]


class RunsIn(StrictModel):
    """Filter and page of the list of runs, newest first."""

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


class RunChangeIn(StrictModel):
    """Only the given fields change."""

    title: str | None = Field(None, max_length=200)
    concurrency: int | None = Field(None, ge=1, le=MAX_CONCURRENCY)
    budget_usd: Dollars | None = None
