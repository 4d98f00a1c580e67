"""The specification of a suite. The same shape in files, in the API and in the table."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SLUG = r"^[a-z0-9][a-z0-9._-]*$"
Slug = Annotated[str, StringConstraints(max_length=64, pattern=SLUG)]
Template = Annotated[str, StringConstraints(min_length=1, max_length=100_000)]
Language = Annotated[str, StringConstraints(max_length=35, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
MOST_EPOCHS = 100


class Part(BaseModel):
    """Base of all parts of a suite: immutable, and unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class FieldsSpec(Part):
    """The role of columns of the dataset."""

    target: str | None = Field(None, description="Column with the correct answer.")
    cluster: str | None = Field(None, description="Column that groups samples which are not independent.")
    tags: str | None = Field(None, description="Column with tags to filter by: a list, or a comma-separated text.")
    language: str | None = Field(None, description="Column with the language of the sample, such as `de` or `es-MX`.")
    id: str | None = Field(None, description="Column with a unique id. Default: a hash of the sample's content.")


class DatasetSpec(Part):
    """Where the samples come from: exactly one of path, samples, huggingface and included."""

    path: str | None = Field(None, description="A file or folder, relative to the suite's file.")
    samples: list[dict[str, Any]] | None = Field(None, description="The samples themselves.")
    huggingface: str | None = Field(
        None, description='A dataset on Hugging Face, `owner/name`. Needs the package "datasets".'
    )
    included: str | None = Field(None, description="Name of a built-in generator.")
    config: str | None = None
    split: str = "test"
    format: str | None = Field(None, description="A published format, such as `gsm8k`, if it is not recognized.")
    seed: int | None = Field(None, description="Seed for shuffling the samples, or for the generator.")
    limit: int | None = Field(None, ge=1, description="Use only the first N samples.")
    fields: FieldsSpec = FieldsSpec()


class FewShotSpec(Part):
    """Examples before the question. The sample itself is never one of them."""

    count: int = Field(ge=1, le=100)
    samples: list[dict[str, Any]] | None = Field(None, description="The examples. Default: drawn from the dataset.")
    seed: int = 0
    question: Template | None = Field(None, description="Template for an example's question. Default: the prompt.")
    answer: Template = "{{ target }}"


class ParamsSpec(Part):
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    max_tokens: int | None = Field(None, ge=1, le=1_000_000)
    seed: int | None = None
    stop: list[str] = []


class ScoreSpec(Part):
    name: Slug
    scorer: str = Field(description="An installed scorer; `llmbattler bench scorers` lists them.")
    extract: Slug | None = Field(None, description="The extractor whose result is scored. Default: the whole answer.")
    target: Template | None = Field(None, description="Template for the correct answer. Default: the dataset's target.")
    options: dict[str, Any] = {}
    weight: float = Field(1, ge=0, le=1_000_000, description="With 0 the score is shown but does not count.")
    negate: bool = Field(False, description="Invert the score: 1 becomes 0 and 0 becomes 1.")
    threshold: float | None = Field(
        None, ge=0, le=1, description="Make the score 1 at or above this value and 0 below."
    )


class LimitsSpec(Part):
    budget_usd: float | None = Field(None, gt=0)
    concurrency: int | None = Field(None, ge=1, le=1_000)
    seconds: float | None = Field(None, gt=0, description="Time limit for one answer.")


class SuiteSpec(Part):
    """A suite."""

    schema_version: Literal[1] = Field(1, alias="schema")
    name: Slug
    title: str = Field("", max_length=200)
    description: str = Field("", max_length=10_000)
    version: str = Field("1", max_length=40, description="A label of your choice. Versions are also numbered.")
    tags: list[str] = []
    language: Language | None = Field(
        None, description="Language of the answers, such as `de` or `es-MX`. It decides whether `1.500` is 1500 or 1.5."
    )
    dataset: DatasetSpec
    system: Template | None = None
    prompts: dict[Slug, Template] = Field(
        min_length=1, description="Named Jinja templates; variables are the sample's columns."
    )
    few_shot: FewShotSpec | None = None
    params: ParamsSpec = ParamsSpec()
    extract: dict[Slug, list[str | dict[str, Any]]] = Field(
        {}, description="Named extractors: steps that are applied to the answer in order."
    )
    scores: list[ScoreSpec] = Field(min_length=1)
    pass_at: float = Field(1.0, gt=0, le=1, description="Pass threshold: at or above it a sample counts as right.")
    epochs: int = Field(1, ge=1, le=MOST_EPOCHS)
    judges: list[str] = Field([], description="Model ids of the judges, for scorers that need one.")
    limits: LimitsSpec = LimitsSpec()

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
