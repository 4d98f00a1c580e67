"""Request and response bodies of the suites API."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from llmbattler.core.integers import LARGEST_INTEGER

from .definition.spec import Slug, SuiteSpec
from .models import Origin

LONGEST_FILE = 1_000_000
Note = Annotated[str | None, Field(max_length=500, description="What changed and why.")]
VersionBase = Annotated[
    int | None,
    Field(
        ge=1,
        le=LARGEST_INTEGER,
        description="Number of the version that you edited. If there is a newer one, nothing is saved and the answer "
        "is 409 with both edits. Default: the newest version.",
    ),
]
VersionNumber = Annotated[int | None, Field(ge=1, le=LARGEST_INTEGER, description="Default: the newest version.")]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SuiteRowOut(BaseModel):
    suite_id: UUID
    name: str
    title: str
    description: str
    origin: Origin
    mine: bool
    version: int
    sample_count: int
    prompts: list[str]
    scores: list[str]
    tags: list[str]
    runs: int
    last_run_at: datetime | None
    updated_at: datetime
    archived: bool


class SuitesOut(BaseModel):
    suites: list[SuiteRowOut]
    may_write: bool = Field(description="Whether you may create suites and start runs.")
    may_import: bool = Field(description="Whether you may import runs of other sites.")


class VersionRowOut(BaseModel):
    number: int
    label: str
    note: str = Field(description="What its author said about it.")
    parent: int | None = Field(description="Number of the version that was edited; null for the first.")
    digest: str = Field(description="SHA-256 of the suite and its samples.")
    sample_count: int
    created_at: datetime
    created_by: str | None = Field(description="Display name of the author; null if unknown.")


class VersionsOut(BaseModel):
    versions: list[VersionRowOut] = Field(description="Newest first.")


class CompareIn(_In):
    """Which two versions to compare."""

    old: int = Field(ge=1, le=LARGEST_INTEGER)
    new: int = Field(ge=1, le=LARGEST_INTEGER)


class RollBackIn(_In):
    version: int = Field(ge=1, le=LARGEST_INTEGER, description="Whose content becomes the newest version.")
    note: Note = None


class SuiteOut(BaseModel):
    suite_id: UUID
    name: str
    origin: Origin
    may_change: bool
    archived: bool
    number: int = Field(description="Number of the version in this response.")
    versions: list[VersionRowOut] = Field(description="Newest first.")
    spec: SuiteSpec
    dataset_id: UUID
    sample_count: int
    columns: list[str]
    clusters: int | None = Field(description="Number of clusters; null if the suite names no cluster column.")


class SuiteIn(_In):
    """A new suite or a new version: either `spec` or `file`."""

    spec: SuiteSpec | None = None
    file: str | None = Field(None, max_length=LONGEST_FILE, description="A file, YAML or JSON, instead of `spec`.")
    dataset_id: UUID | None = Field(None, description="An uploaded dataset. Default: the samples in `spec.dataset`.")
    note: Note = None
    base: VersionBase = None


class PageIn(_In):
    """A page of samples of one version."""

    version: VersionNumber = None
    first: int = Field(0, ge=0, le=LARGEST_INTEGER)
    count: int = Field(50, ge=1, le=100)


class FilePart(StrEnum):
    SUITE = "suite"
    SAMPLES = "samples"


class FileIn(_In):
    version: VersionNumber = None
    part: FilePart = FilePart.SUITE


class UploadIn(_In):
    filename: str = Field(min_length=1, max_length=200, description="The file extension decides the format.")


class SampleOut(BaseModel):
    position: int
    sample_id: str
    fields: dict[str, Any]
    target: Any | None
    cluster: str | None
    tags: list[str]


class SamplesOut(BaseModel):
    samples: list[SampleOut]
    total: int


class DatasetOut(BaseModel):
    """An uploaded dataset and a suggested suite."""

    dataset_id: UUID
    sample_count: int
    columns: list[str]
    skipped: list[str] = Field(description="Lines that could not be read, with the reason; at most ten.")
    format: str = Field(description="The recognized format, such as `csv` or `gsm8k`.")
    first: list[SampleOut]
    suggested: SuiteSpec


class ProblemOut(BaseModel):
    line: int | None
    field: str
    sentence: str


class CheckIn(_In):
    file: str = Field(max_length=LONGEST_FILE)
    dataset_id: UUID | None = Field(None, description="An uploaded dataset. Default: the samples in the file.")


class CheckOut(BaseModel):
    problems: list[ProblemOut]
    spec: SuiteSpec | None


class PreviewIn(_In):
    spec: SuiteSpec
    dataset_id: UUID
    position: int = Field(0, ge=0, le=LARGEST_INTEGER)
    prompt: Slug | None = None
    answer: str | None = Field(None, max_length=100_000, description="An answer to try extraction and scores on.")


class MessageOut(BaseModel):
    role: str
    content: str


class MarkOut(BaseModel):
    name: str
    value: float | None = Field(description="0 to 1; null if nothing could be extracted.")
    extracted: str | None
    reason: str
    details: dict[str, Any]


class FilteredOut(BaseModel):
    keeps_sample: bool = Field(description="Whether the suite uses this sample.")
    kept: int = Field(description="Used samples among the checked ones.")
    checked: int = Field(description="At most the first 500.")


class PreviewOut(BaseModel):
    sample: SampleOut
    messages: list[MessageOut]
    target: str | None
    marks: list[MarkOut] = Field(description="Scores of `answer`.")
    value: float | None
    filtered: FilteredOut | None = Field(description="What `where` keeps; null without it.")
    left_out: list[str] = Field(
        description="Scores that were skipped, with the reason: some need a judge or a sandbox."
    )
    problems: list[ProblemOut]


class ScorerOut(BaseModel):
    name: str
    title: str
    description: str
    options: dict[str, Any] = Field(description="A JSON schema.")
    needs: list[str] = Field(description="`judge` or `sandbox`.")


class ScorersOut(BaseModel):
    scorers: list[ScorerOut]
    steps: list[ScorerOut] = Field(description="Steps of extractors, in the same form.")
