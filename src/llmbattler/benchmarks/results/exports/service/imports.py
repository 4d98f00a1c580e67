"""Imports a run from its JSON export, with its suite and samples if they are missing."""

import asyncio
import itertools
import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import IO, Any, TypeVar

import msgspec
from pydantic import ValidationError

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from ....runs.models import Outcome, Run, RunStatus
from ....runs.service.plans import MAX_ANSWERS
from ....suites.definition.errors import BadTemplate
from ....suites.definition.samples import SampleView
from ....suites.definition.spec import SuiteSpec
from ....suites.models import Dataset, Origin, Suite, SuiteVersion
from ....suites.prompts.renderer import Renderer
from ....suites.repository import add_dataset, lock_dataset, update_timeouts
from ....suites.service.datasets import fingerprint_samples
from ....suites.service.version_text import write_spec
from ....suites.service.versions import fingerprint_version
from ...errors import UnreadableRun
from ...schemas import ImportedRunOut
from .. import repository
from ..file_parts import DatasetPart, ResultPart, RunPart, SamplePart, SuitePart
from ..json_reader import JsonObject
from .json_files import FORMAT, RESULT_COLUMNS, VERSION

AT_ONCE = 1_000
MAX_NAME = 64
_ENDED = (RunStatus.FINISHED, RunStatus.CANCELLED, RunStatus.STOPPED)
_ORDER = ("format", "version", "suite", "dataset", "run", "samples", "results")
Part = TypeVar("Part")


async def import_run(
    session: Session,
    *,
    file: IO[bytes],
    owner: str | None,
    shift: timedelta = timedelta(0),
    at_once: int = AT_ONCE,
) -> ImportedRunOut:
    """Import everything, or nothing if the file is invalid. `shift` moves all times."""
    source = _Source(file)
    suite_part, dataset_part, run_part = await asyncio.to_thread(source.read_head)
    run_part = _shift(run_part, shift)
    spec = _read_spec(suite_part, run_part)
    samples = await asyncio.to_thread(source.read_samples, run_part)
    await update_timeouts(session)
    await repository.lock_imports(session)
    dataset = await _find_or_add_dataset(session, dataset_part, samples)
    version, new = await _find_or_add_version(session, suite_part, spec, dataset, owner)
    await _date_back(session, version, owner, run_part.created_at)
    run = await _add_run(session, run_part, version, owner)
    results = source.read_results(run_part, [sample.sample_id for sample in samples], shift)
    written = 0
    while batch := await asyncio.to_thread(_take, results, at_once):
        await repository.add_results(session, ("run_id", *RESULT_COLUMNS), [(run.run_id, *row) for row in batch])
        written += len(batch)
    return ImportedRunOut(run_id=run.run_id, suite_id=version.suite_id, results=written, new_suite=new)


def _take(rows: Iterator[tuple[Any, ...]], number: int) -> list[tuple[Any, ...]]:
    return list(itertools.islice(rows, number))


class _Source:
    """Reads the file once, from start to end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._json = JsonObject(file)

    def read_head(self) -> tuple[SuitePart, DatasetPart, RunPart]:
        self._expect("format")
        if self._json.read_value() != FORMAT:
            raise UnreadableRun("The field `format` is missing or wrong.")
        self._expect("version")
        version = self._json.read_value()
        if version != VERSION:
            raise UnreadableRun(f"The file has version {str(version)[:20]}. This site reads version {VERSION}.")
        self._expect("suite")
        suite = _convert(self._json.read_value(), SuitePart, "suite")
        self._expect("dataset")
        dataset = _convert(self._json.read_value(), DatasetPart, "dataset")
        self._expect("run")
        return suite, dataset, _convert(self._json.read_value(), RunPart, "run")

    def read_samples(self, run: RunPart) -> list[SampleView]:
        self._expect("samples")
        found = []
        for place, item in enumerate(self._json.read_items()):
            part = _convert(item, SamplePart, f"sample {place + 1}")
            if part.position != place:
                raise UnreadableRun(f"Sample {place + 1} has the wrong position.")
            found.append(
                SampleView(
                    position=place,
                    sample_id=part.sample_id,
                    fields=part.fields,
                    target=part.target,
                    cluster=part.cluster,
                    tags=part.tags,
                )
            )
        if len(found) < run.sample_count:
            raise UnreadableRun(f"The file has {len(found):,} samples, but the run used {run.sample_count:,}.")
        return found

    def read_results(self, run: RunPart, sample_ids: Sequence[str], shift: timedelta) -> Iterator[tuple[Any, ...]]:
        """Rows for the table, without results that were still retrying."""
        self._expect("results")
        seen: set[tuple[str, str, int, int]] = set()
        for number, item in enumerate(self._json.read_items(), start=1):
            part = _convert(item, ResultPart, f"result {number:,}")
            key = (part.model_id, part.prompt, part.position, part.epoch)
            if key in seen or not _belongs(part, run, sample_ids):
                raise UnreadableRun(f"Result {number:,} is a duplicate or does not belong to the run.")
            seen.add(key)
            if part.outcome is not Outcome.RETRYING:
                part.recorded_at += shift
                yield tuple(_write(part, name) for name in RESULT_COLUMNS)
        if self._json.next_name() is not None:
            raise UnreadableRun("There is unexpected content after the results.")

    def _expect(self, name: str) -> None:
        if self._json.next_name() != name:
            raise UnreadableRun(f"{name} is missing. The file needs, in this order: {', '.join(_ORDER)}.")


def _convert(value: Any, shape: type[Part], what: str) -> Part:  # noqa: ANN401 - JSON
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise UnreadableRun(f"Invalid {what}: {error}.") from None


def _shift(run: RunPart, by: timedelta) -> RunPart:
    finished_at = None if run.finished_at is None else run.finished_at + by
    return msgspec.structs.replace(run, created_at=run.created_at + by, finished_at=finished_at)


def _belongs(part: ResultPart, run: RunPart, sample_ids: Sequence[str]) -> bool:
    return (
        part.model_id in run.models
        and part.prompt in run.prompts
        and part.epoch <= run.epochs
        and part.position < run.sample_count
        and part.sample_id == sample_ids[part.position]
    )


def _write(part: ResultPart, name: str) -> Any:  # noqa: ANN401 - any column
    if name == "scores":
        return json.dumps(msgspec.to_builtins(part.scores), ensure_ascii=False)
    if name == "turns":
        return None if part.turns is None else json.dumps(msgspec.to_builtins(part.turns), ensure_ascii=False)
    return getattr(part, name)


def _read_spec(suite: SuitePart, run: RunPart) -> SuiteSpec:
    try:
        spec = SuiteSpec.model_validate(suite.spec)
        Renderer(spec, [])
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UnreadableRun(f"Invalid suite, {place}: {first['msg']}.") from None
    except BadTemplate as error:
        raise UnreadableRun(f"Invalid suite: {error.detail}") from None
    answers = len(run.models) * len(run.prompts) * run.epochs * run.sample_count
    if answers > MAX_ANSWERS:
        raise UnreadableRun(f"The run has {answers:,} answers. A run can have at most {MAX_ANSWERS:,}.")
    unknown = [prompt for prompt in run.prompts if prompt not in spec.prompts]
    if unknown:
        raise UnreadableRun(f"The suite has no prompt {unknown[0][:MAX_NAME]}.")
    return spec


async def _find_or_add_dataset(session: Session, part: DatasetPart, samples: Sequence[SampleView]) -> Dataset:
    """Find or add the samples. Their digest is computed here, since a file could claim the digest of others."""
    digest = await asyncio.to_thread(fingerprint_samples, samples)
    known = await lock_dataset(session, digest)
    if known is not None:
        return known
    free = await repository.find_row(session, Dataset, part.dataset_id) is None
    row = Dataset(
        dataset_id=part.dataset_id if free else uuid7(),
        digest=digest,
        sample_count=len(samples),
        columns=part.columns,
    )
    await add_dataset(session, row, samples)
    return row


async def _find_or_add_version(
    session: Session, part: SuitePart, spec: SuiteSpec, dataset: Dataset, owner: str | None
) -> tuple[SuiteVersion, bool]:
    """Find an identical version or add one. Return whether its suite is new."""
    written = write_spec(spec)
    digest = fingerprint_version(written, dataset.digest)
    known = await repository.find_version(session, digest)
    if known is not None:
        return known, False
    suite, new = await _find_suite(session, part, spec, owner)
    numbers = set() if new else await repository.list_numbers(session, suite.suite_id)
    number = part.number if part.number not in numbers else max(numbers) + 1
    free = await repository.find_row(session, SuiteVersion, part.version_id) is None
    version = SuiteVersion(
        version_id=part.version_id if free else uuid7(),
        suite_id=suite.suite_id,
        number=number,
        spec=written,
        digest=digest,
        dataset_id=dataset.dataset_id,
        created_by=owner,
    )
    await repository.add_row(session, version)
    suite.newest = max(number, *numbers) if numbers else number
    return version, new


async def _find_suite(session: Session, part: SuitePart, spec: SuiteSpec, owner: str | None) -> tuple[Suite, bool]:
    """The suite of this name that the same person imported before, else a new suite under a free name."""
    known = await repository.find_suite(session, spec.name)
    if known is not None and known.origin is Origin.IMPORTED and known.owner == owner:
        return known, False
    taken = await repository.list_names(session, spec.name[: MAX_NAME - 10])
    names = itertools.chain([spec.name], (_number_name(spec.name, number) for number in itertools.count(2)))
    free = await repository.find_row(session, Suite, part.suite_id) is None
    suite = Suite(
        suite_id=part.suite_id if free else uuid7(),
        name=next(name for name in names if name not in taken),
        title=part.title or spec.title or spec.name,
        owner=owner,
        origin=Origin.IMPORTED,
        newest=part.number,
    )
    await repository.add_row(session, suite)
    return suite, True


def _number_name(name: str, number: int) -> str:
    ending = f"-{number}"
    return name[: MAX_NAME - len(ending)] + ending


async def _date_back(session: Session, version: SuiteVersion, owner: str | None, at: datetime) -> None:
    """Let the version be no newer than its run, unless its suite belongs to somebody else."""
    suite = await repository.get_suite(session, version.suite_id)
    if suite.owner != owner:
        return
    version.created_at = min(version.created_at, at)
    suite.created_at = min(suite.created_at, at)
    if version.number == suite.newest:
        suite.updated_at = min(suite.updated_at, at)


async def _add_run(session: Session, part: RunPart, version: SuiteVersion, owner: str | None) -> Run:
    """Add the run. One that had not ended is paused, and can be resumed here."""
    ended = part.status in _ENDED
    run = Run(
        run_id=part.run_id if await repository.find_row(session, Run, part.run_id) is None else uuid7(),
        suite_id=version.suite_id,
        version_id=version.version_id,
        title=part.title,
        owner=owner,
        status=part.status if ended else RunStatus.PAUSED,
        reason=part.reason if ended else None,
        models=part.models,
        prompts=part.prompts,
        epochs=part.epochs,
        sample_count=part.sample_count,
        params=part.params,
        judges=part.judges,
        concurrency=part.concurrency,
        use_cache=part.use_cache,
        budget_micro_usd=part.budget_micro_usd,
        created_at=part.created_at,
        finished_at=(part.finished_at or part.created_at) if ended else None,
    )
    await repository.add_row(session, run)
    return run
