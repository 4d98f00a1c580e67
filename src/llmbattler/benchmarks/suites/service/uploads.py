"""Reads and stores an uploaded file with samples, and suggests a suite for it."""

import asyncio
import re
from pathlib import PurePath

from llmbattler.core.db import Session
from llmbattler.core.record_files import UnreadableFile, read_in_child

from .. import repository
from ..datasets.formats import spell_variable
from ..datasets.published_format import PROMPT, grade_score
from ..datasets.records import MOST_SAMPLES, LoadedDataset
from ..datasets.service import load_rows
from ..definition.errors import UnreadableDataset
from ..definition.spec import DatasetSpec, FieldsSpec, SuiteSpec
from ..schemas import DatasetOut
from .datasets import store_uploaded
from .suites import show_sample

SHOWN = 5
MOST_BYTES = 200 * 1024 * 1024
"""Of an upload when it is decompressed, and of its samples."""
_NOT_IN_SLUGS = re.compile(r"[^a-z0-9._-]+")


class ParsedUpload:
    """The content of an uploaded file and the suggested suite."""

    def __init__(self, loaded: LoadedDataset, filename: str) -> None:
        self.loaded = loaded
        self.suggested = suggest_suite(loaded, filename)


async def read_upload(body: bytes, filename: str) -> ParsedUpload:
    """Parse a file. Call it outside of a unit of work: a large file takes seconds."""
    try:
        async with read_in_child(body, filename, most_rows=MOST_SAMPLES, most_bytes=MOST_BYTES) as rows:
            loaded = await asyncio.to_thread(load_rows, rows, filename)
    except UnreadableFile as problem:
        raise UnreadableDataset(f"{PurePath(filename).name}: {problem.detail or problem.title}") from problem
    return ParsedUpload(loaded, filename)


async def store_upload(session: Session, *, upload: ParsedUpload, owner: str) -> DatasetOut:
    # All rows as published: the suite can still change which ones it uses, and their order of choices.
    published = DatasetSpec(fields=upload.suggested.dataset.fields)
    dataset = await store_uploaded(session, loaded=upload.loaded, spec=published, owner=owner)
    first = await repository.list_samples(session, dataset.dataset_id, 0, SHOWN)
    return DatasetOut(
        dataset_id=dataset.dataset_id,
        sample_count=dataset.sample_count,
        columns=dataset.columns,
        skipped=list(upload.loaded.skipped),
        format=upload.loaded.format,
        first=[show_sample(one) for one in first],
        suggested=upload.suggested,
    )


def suggest_suite(loaded: LoadedDataset, filename: str) -> SuiteSpec:
    """Suggest a suite: as the published format defines, or else the first column as prompt, graded by a judge."""
    name = suggest_name(filename)
    title = PurePath(filename).name.partition(".")[0].replace("_", " ").strip()[:200]
    known = loaded.published_format
    if known is None:
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
        description=known.title if known.name != "question-answer" else "",
        dataset=DatasetSpec(
            fields=FieldsSpec.model_validate(known.fields.model_dump()),
            where=known.where,
            shuffle_choices=known.shuffle_choices,
        ),
        prompts={PROMPT: known.prompt},
        follow_ups=list(known.follow_ups),
        extract=dict(known.extract),
        scores=list(known.scores),
    )


def suggest_name(filename: str) -> str:
    stem = PurePath(filename).name.lower().partition(".")[0]
    return _NOT_IN_SLUGS.sub("-", stem).strip("-._")[:64] or "suite"
