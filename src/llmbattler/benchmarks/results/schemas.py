"""Request and response bodies of results. Shares are from 0 to 1, amounts in dollars."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from llmbattler.core.cursors import CursorText

from ..runs.models import Outcome
from ..runs.schemas import RunRowOut
from ..suites.schemas import MarkOut, MessageOut, SampleOut


class EstimateIntervalOut(BaseModel):
    """A mean with its 95 % interval."""

    mean: float | None
    low: float | None
    high: float | None
    n: int
    method: str = Field(description="`wilson`, `clt` or `clustered`; `none` if there is too little data.")
    design_effect: float | None = None


class NamedIntervalOut(EstimateIntervalOut):
    name: str


class ErrorCountOut(BaseModel):
    kind: str
    count: int
    last: str = Field(description="The newest message of this kind.")


class LineOut(BaseModel):
    """One model with one prompt: a row of the totals and a column of the grid."""

    key: str = Field(description="`model_id`, or `model_id#prompt` if the run has several prompts.")
    model_id: str
    model_name: str
    prompt: str
    total: int
    done: int
    right: int
    wrong: int
    unparsed: int
    failed: int
    quarantined: int
    retrying: int
    score: EstimateIntervalOut = Field(description="Unreadable answers count as 0; failed ones do not count.")
    scores: list[NamedIntervalOut]
    pass_at_k: dict[str, float] = Field(description="By k, from `1` to the number of epochs.")
    pass_hat_k: dict[str, float]
    cached: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    p50_ms: float | None
    p95_ms: float | None
    errors: list[ErrorCountOut]


class SilentEndpointOut(BaseModel):
    """A model server that gives no answer while the run waits for it."""

    address: str | None = Field(description="Only for those who may change the run.")
    models: list[str] = Field(description="Models and judges of this run on this server.")
    since: datetime
    seconds: float
    error: str | None = Field(description="The last failure; null if calls are still waiting.")


class RunOut(RunRowOut):
    """A run with its totals, counted from its results."""

    may_change: bool
    description: str
    concurrency: int
    use_cache: bool
    params: dict[str, Any] = Field(description="Parameters of the run, which override those of the suite.")
    judges: list[str]
    budget_usd: float | None
    spent_usd: float | None
    webhook: bool
    lines: list[LineOut]
    per_second: float | None = Field(description="Answers per second over the last 30 seconds.")
    seconds_left: float | None
    tags: list[str] = Field(description="All tags of the samples.")
    silent: list[SilentEndpointOut] = Field(description="Model servers that do not answer now, longest first.")


class SampleFilter(StrEnum):
    ALL = "all"
    WRONG = "wrong"
    RIGHT = "right"
    UNPARSED = "unparsed"
    FAILED = "failed"
    DISAGREEING = "disagreeing"
    SLOW = "slow"
    """Slowest first."""


class GridIn(BaseModel):
    """Filter and page of the samples of a run."""

    model_config = ConfigDict(extra="forbid")

    filter: SampleFilter = SampleFilter.ALL
    line: str | None = Field(None, max_length=400, description="The key of a line: apply the filter to this line only.")
    tag: str | None = Field(None, max_length=200)
    search: str | None = Field(None, max_length=200, description="Text in the sample or in an answer.")
    cursor: CursorText | None = None
    limit: int = Field(50, ge=1, le=200)


class CellOut(BaseModel):
    outcome: Outcome
    value: float | None
    total_ms: int | None
    tries: int
    next_try_at: datetime | None


class GridRowOut(BaseModel):
    position: int
    sample_id: str
    excerpt: str
    cells: dict[str, CellOut] = Field(description="By the key of the line, averaged over epochs.")


class GridOut(BaseModel):
    rows: list[GridRowOut]
    next_cursor: str | None


class TurnOut(BaseModel):
    """One question and answer of a conversation."""

    question: str
    answer: str
    finish: str | None
    cached: bool
    input_tokens: int | None
    output_tokens: int | None
    total_ms: int | None


class AnswerOut(BaseModel):
    key: str
    model_id: str
    model_name: str
    prompt: str
    epoch: int
    outcome: Outcome
    value: float | None
    answer: str | None = Field(description="The last one, in suites with several turns.")
    turns: list[TurnOut] = Field(description="All turns, in suites with several; else empty.")
    finish: str | None
    marks: list[MarkOut]
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    first_token_ms: int | None
    total_ms: int | None
    cached: bool
    tries: int
    next_try_at: datetime | None
    error_kind: str | None
    error: str | None
    recorded_at: datetime


class RunSampleOut(BaseModel):
    run_id: UUID
    title: str
    suite_title: str
    sample: SampleOut
    target: str | None
    prompts: dict[str, list[MessageOut]] = Field(description="This sample rendered with each prompt.")
    answers: list[AnswerOut]
    previous: int | None
    next: int | None


class EntryOut(BaseModel):
    """What is compared: the answers of one model with one prompt in one run."""

    entry: str = Field(description="`run_id:model_id#prompt`, as in the query.")
    run_id: UUID
    run_title: str
    suite_name: str
    version: int
    model_id: str
    model_name: str
    prompt: str
    created_at: datetime
    score: EstimateIntervalOut


class DifferenceOut(BaseModel):
    """The second entry compared with the first, over the samples they have in common."""

    first: str
    second: str
    n: int
    clusters: int | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None = Field(description="Of the paired test; clustered if the suite has clusters.")
    p_holm: float | None = Field(description="Corrected for the number of comparisons (Holm).")
    mcnemar_p: float | None = Field(description="Exact McNemar test; only if all values are 0 or 1.")
    bootstrap_low: float | None
    bootstrap_high: float | None
    better: int
    worse: int
    same: int
    correlation: float | None
    verdict: str = Field(description="`better`, `worse`, `no difference found`, `too few`.")
    detectable: float | None = Field(description="The smallest difference that could have been found with 80 % power.")


class CompareOut(BaseModel):
    entries: list[EntryOut]
    differences: list[DifferenceOut] = Field(description="Each entry compared with the first.")
    common: int
    warnings: list[str] = Field(
        description="What limits the comparison, for example different versions or missing samples."
    )


class RunVerdictOut(BaseModel):
    """What the results of a run show, also while it is running."""

    sentence: str = Field(description="Who leads, and from whom there is no clear difference.")
    details: list[str] = Field(description="Sentences about unreadable answers, failed calls and missing scores.")
    leaders: list[str] = Field(description="The key of the line with the highest score, and of those with the same.")
    unclear: list[str] = Field(description="The keys of other lines without a clear difference from the leader.")
    differences: list[DifferenceOut] = Field(description="Each line with a score compared with the leader, best first.")


class RunSummaryOut(BaseModel):
    """The result of a run in a row of a list."""

    run_id: UUID
    suite_id: UUID
    model_id: str | None = Field(description="The model with the highest score; null if nothing is scored.")
    model_name: str | None
    prompt: str | None = Field(description="Only if the run has several prompts.")
    score: EstimateIntervalOut | None
    tied: int = Field(description="How many other lines have the same score, to one decimal of a percent.")
    cost_usd: float | None = Field(description="Null if no price is known.")
    seconds: float | None = Field(description="From the start to the end; null until the run has ended.")


class RunSummariesOut(BaseModel):
    runs: list[RunSummaryOut]


class FlipOut(BaseModel):
    sample_id: str
    excerpt: str
    first: CellOut
    second: CellOut
    first_position: int
    second_position: int
    change: float


class FlipsOut(BaseModel):
    flips: list[FlipOut]
    next_cursor: str | None


class HistoryPointOut(BaseModel):
    run_id: UUID
    run_title: str
    version: int
    model_id: str
    model_name: str
    prompt: str
    created_at: datetime
    score: EstimateIntervalOut


class HistoryOut(BaseModel):
    points: list[HistoryPointOut] = Field(description="Oldest first.")


class BoardCellOut(EstimateIntervalOut):
    run_id: UUID


class BoardRowOut(BaseModel):
    model_id: str
    model_name: str
    organization: str | None
    suites: dict[str, BoardCellOut] = Field(
        description="By the name of the suite: the newest finished run with a score."
    )
    mean_rank: float | None
    rank_low: float | None
    rank_high: float | None
    rating: float | None
    rating_low: float | None
    rating_high: float | None
    votes: int


class CorrelationOut(BaseModel):
    """Between suite scores and arena ratings, over the models that have both."""

    suite: str = Field(description="The name of a suite, or `all` for the mean over suites.")
    n: int
    spearman: float | None
    pearson: float | None
    low: float | None
    high: float | None


class BenchBoardOut(BaseModel):
    suites: list[dict[str, Any]] = Field(description="`name` and `title`, in the order of the columns.")
    rows: list[BoardRowOut]
    correlations: list[CorrelationOut]


class ExportFormat(StrEnum):
    JSON = "json"
    """The complete run; can be imported."""
    CSV = "csv"
    PARQUET = "parquet"
    PDF = "pdf"


class ImportedRunOut(BaseModel):
    run_id: UUID
    suite_id: UUID
    results: int
    new_suite: bool
