"""The parts of a JSON export, as they are validated by an import."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from llmbattler.core.integers import LARGEST_INTEGER

from ...runs.models import Outcome, RunStatus
from ...suites.definition.spec import MOST_EPOCHS

Count = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
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
    sample_count: Count


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
    position: Count
    sample_id: SampleId
    fields: dict[str, Any]
    target: Any
    cluster: str | None
    tags: list[str]


class MarkPart(Struct):
    name: str
    # Integers stay integers, so that a second export equals the first.
    value: Annotated[int, Meta(ge=0, le=1)] | Share | None
    extracted: str | None = None
    reason: str = ""
    details: dict[str, Any] = {}
    weight: Count | Annotated[float, Meta(ge=0)] | UnsetType = UNSET


class TurnPart(Struct, forbid_unknown_fields=True):
    question: str
    answer: str
    finish: Word | None
    cached: bool
    input_tokens: Count | None
    output_tokens: Count | None
    total_ms: Count | None


class ResultPart(Struct, forbid_unknown_fields=True):
    model_id: str
    prompt: str
    position: Count
    epoch: Annotated[int, Meta(ge=1)]
    sample_id: str
    outcome: Outcome
    value: Share | None
    scores: list[MarkPart]
    answer: str | None
    finish: Word | None
    input_tokens: Count | None
    output_tokens: Count | None
    cost_micro_usd: Money | None
    first_token_ms: Count | None
    total_ms: Count | None
    cached: bool
    tries: Count
    error_kind: Annotated[str, Meta(max_length=40)] | None
    error: str | None
    recorded_at: Moment
    judge_micro_usd: Money | None = None
    turns: list[TurnPart] | None = None
