"""The parts of an exported run, as they are checked when they come back."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from llmbattler.core.integers import LARGEST_INTEGER

from ...runs.models import Outcome, RunStatus
from ...suites.definition.spec import MOST_EPOCHS

Whole = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
Money = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Moment = Annotated[datetime, Meta(tz=True)]
Text = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=20)]
SampleId = Annotated[str, Meta(min_length=1, max_length=16)]


class SuitePart(Struct, forbid_unknown_fields=True):
    suite_id: UUID
    name: Text
    title: Text
    version_id: UUID
    number: Annotated[int, Meta(ge=1, le=2**31 - 2)]
    digest: Text
    spec: dict[str, Any]


class DatasetPart(Struct, forbid_unknown_fields=True):
    dataset_id: UUID
    digest: Text
    columns: list[str]
    sample_count: Whole


class RunPart(Struct, forbid_unknown_fields=True):
    run_id: UUID
    title: Text
    status: RunStatus
    reason: str | None
    models: Annotated[list[Text], Meta(min_length=1, max_length=1000)]
    prompts: Annotated[list[Text], Meta(min_length=1, max_length=1000)]
    epochs: Annotated[int, Meta(ge=1, le=MOST_EPOCHS)]
    sample_count: Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
    params: dict[str, Any]
    judges: list[str]
    concurrency: Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
    use_cache: bool
    budget_micro_usd: Money | None
    created_at: Moment
    finished_at: Moment | None


class SamplePart(Struct, forbid_unknown_fields=True):
    position: Whole
    sample_id: SampleId
    fields: dict[str, Any]
    target: Any
    cluster: str | None
    tags: list[str]


class MarkPart(Struct):
    name: str
    # Whole numbers stay whole, so that a run looks the same when it is exported again.
    value: Annotated[int, Meta(ge=0, le=1)] | Share | None
    extracted: str | None = None
    reason: str = ""
    details: dict[str, Any] = {}
    weight: Whole | Annotated[float, Meta(ge=0)] | UnsetType = UNSET


class ResultPart(Struct, forbid_unknown_fields=True):
    model_id: str
    prompt: str
    position: Whole
    epoch: Annotated[int, Meta(ge=1)]
    sample_id: str
    outcome: Outcome
    value: Share | None
    scores: list[MarkPart]
    answer: str | None
    finish: Word | None
    input_tokens: Whole | None
    output_tokens: Whole | None
    cost_micro_usd: Money | None
    first_token_ms: Whole | None
    total_ms: Whole | None
    cached: bool
    tries: Whole
    error_kind: Annotated[str, Meta(max_length=40)] | None
    error: str | None
    recorded_at: Moment
    judge_micro_usd: Money | None = None
