"""A file of samples that somebody sent: read, kept, and answered with a suite that would fit it."""

import asyncio
import io
import re
from pathlib import PurePath

from llmbattler.core.db import Session

from .. import repository
from ..datasets.formats import spell_variable
from ..datasets.recipes import PROMPT, grade_score
from ..datasets.records import Loaded
from ..datasets.service import load_file
from ..definition.spec import DatasetSpec, FieldsSpec, SuiteSpec
from ..schemas import DatasetOut
from .datasets import store_dataset
from .suites import show_sample

SHOWN = 5
_NOT_IN_SLUGS = re.compile(r"[^a-z0-9._-]+")


class Read:
    """What an upload holds, and the suite that it suggests."""

    def __init__(self, loaded: Loaded, filename: str) -> None:
        self.loaded = loaded
        self.suggested = suggest_suite(loaded, filename)


async def read_upload(body: bytes, filename: str) -> Read:
    """Read it outside of any unit of work: a large file takes seconds."""
    loaded = await asyncio.to_thread(load_file, io.BytesIO(body), filename)
    return Read(loaded, filename)


async def store_upload(session: Session, *, read: Read) -> DatasetOut:
    dataset = await store_dataset(session, loaded=read.loaded, spec=read.suggested.dataset)
    first = await repository.list_samples(session, dataset.dataset_id, 0, SHOWN)
    return DatasetOut(
        dataset_id=dataset.dataset_id,
        sample_count=dataset.sample_count,
        columns=dataset.columns,
        skipped=list(read.loaded.skipped),
        format=read.loaded.format,
        first=[show_sample(one) for one in first],
        suggested=read.suggested,
    )


def suggest_suite(loaded: Loaded, filename: str) -> SuiteSpec:
    """As the published format wants it; else a question out of the first column, for a judge to grade."""
    name = suggest_name(filename)
    title = PurePath(filename).name.partition(".")[0].replace("_", " ").strip()[:200]
    recipe = loaded.recipe
    if recipe is None:
        return SuiteSpec(
            name=name,
            title=title,
            dataset=DatasetSpec(),
            prompts={PROMPT: spell_variable(loaded.columns[0])},
            scores=[grade_score()],
        )
    return SuiteSpec(
        name=name,
        title=title,
        description=recipe.title if recipe.name != "question-answer" else "",
        dataset=DatasetSpec(fields=FieldsSpec.model_validate(recipe.fields.model_dump())),
        prompts={PROMPT: recipe.prompt},
        extract=dict(recipe.extract),
        scores=list(recipe.scores),
    )


def suggest_name(filename: str) -> str:
    stem = PurePath(filename).name.lower().partition(".")[0]
    return _NOT_IN_SLUGS.sub("-", stem).strip("-._")[:64] or "suite"
