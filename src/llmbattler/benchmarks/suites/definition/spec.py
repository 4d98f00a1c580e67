"""What a suite says, in types. The same shape in a file, over the wire and in the table."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SLUG = r"^[a-z0-9][a-z0-9._-]*$"
Slug = Annotated[str, StringConstraints(max_length=64, pattern=SLUG)]
Template = Annotated[str, StringConstraints(min_length=1, max_length=100_000)]
MOST_EPOCHS = 100


class Part(BaseModel):
    """A piece of a suite: unknown names are mistakes, and nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class FieldsSpec(Part):
    """Which columns of the dataset mean what."""

    target: str | None = Field(None, description="The column that holds the right answer.")
    cluster: str | None = Field(None, description="Samples with the same value here belong together.")
    tags: str | None = Field(None, description="A column with words to filter by: a list, or a text with commas.")
    id: str | None = Field(None, description="A column that names each sample; without it, its content does.")


class DatasetSpec(Part):
    """Where the samples come from: exactly one of path, samples, huggingface and included."""

    path: str | None = Field(None, description="A file or folder, relative to the suite's file.")
    samples: list[dict[str, Any]] | None = Field(None, description="The samples themselves.")
    huggingface: str | None = Field(None, description='Needs the package "datasets": `owner/name`.')
    included: str | None = Field(None, description="A generator that comes with llmbattler, by name.")
    config: str | None = None
    split: str = "test"
    format: str | None = Field(None, description="A published format, where it is not recognised: `gsm8k`, `mmlu`.")
    seed: int | None = Field(None, description="Shuffles the samples, always in the same way; seeds a generator.")
    limit: int | None = Field(None, ge=1, description="Only the first so many.")
    fields: FieldsSpec = FieldsSpec()


class FewShotSpec(Part):
    """Examples shown before the question. They never come from the sample that is asked."""

    count: int = Field(ge=1, le=100)
    samples: list[dict[str, Any]] | None = Field(None, description="The examples; else drawn from the dataset.")
    seed: int = 0
    question: Template | None = Field(None, description="How an example is asked; else as the prompt does.")
    answer: Template = "{{ target }}"


class ParamsSpec(Part):
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    max_tokens: int | None = Field(None, ge=1, le=1_000_000)
    seed: int | None = None
    stop: list[str] = []


class ScoreSpec(Part):
    name: Slug
    scorer: str = Field(description="A scorer that is installed: `llmbattler bench scorers` lists them.")
    extract: Slug | None = Field(None, description="The pipeline whose result is scored; else the whole answer.")
    target: Template | None = Field(None, description="A template for the right answer; else the dataset's target.")
    options: dict[str, Any] = {}
    weight: float = Field(1, ge=0, le=1_000_000, description="0 shows a score without letting it count.")
    negate: bool = Field(False, description="1 becomes 0 and 0 becomes 1.")
    threshold: float | None = Field(None, ge=0, le=1, description="At or above it the score is 1, below it 0.")


class LimitsSpec(Part):
    budget_usd: float | None = Field(None, gt=0)
    concurrency: int | None = Field(None, ge=1, le=1_000)
    seconds: float | None = Field(None, gt=0, description="For one answer.")


class SuiteSpec(Part):
    """A suite."""

    schema_version: Literal[1] = Field(1, alias="schema")
    name: Slug
    title: str = Field("", max_length=200)
    description: str = Field("", max_length=10_000)
    version: str = Field("1", max_length=40, description="A label of your own; every change gets a number besides.")
    tags: list[str] = []
    dataset: DatasetSpec
    system: Template | None = None
    prompts: dict[Slug, Template] = Field(min_length=1, description="Named Jinja templates over a sample's columns.")
    few_shot: FewShotSpec | None = None
    params: ParamsSpec = ParamsSpec()
    extract: dict[Slug, list[str | dict[str, Any]]] = Field(
        {}, description="Named pipelines over the same answer: steps, one after the other."
    )
    scores: list[ScoreSpec] = Field(min_length=1)
    pass_at: float = Field(1.0, gt=0, le=1, description="From this value on a sample counts as right.")
    epochs: int = Field(1, ge=1, le=MOST_EPOCHS)
    judges: list[str] = Field([], description="Ids of models that grade, where a scorer needs one.")
    limits: LimitsSpec = LimitsSpec()

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
