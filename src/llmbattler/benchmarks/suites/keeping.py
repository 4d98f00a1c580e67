"""Putting samples and versions into the tables. The same content is kept once."""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7

from . import repository
from .datasets import Loaded, build_samples
from .errors import DatasetNotFound
from .models import Dataset, Origin, Suite, SuiteVersion
from .samples import SampleView, digest, write_canonical
from .spec import DatasetSpec, SuiteSpec

PAGE = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    suite: Suite
    version: SuiteVersion
    new: bool
    """Whether a version was added; the same content again adds none."""


async def keep_dataset(session: Session, *, loaded: Loaded, spec: DatasetSpec) -> Dataset:
    """Store the samples, or find that they are there already."""
    await repository.allow_slowness(session)
    samples, fingerprint = await asyncio.to_thread(_build, loaded, spec)
    known = await repository.lock_dataset(session, fingerprint)
    if known is not None:
        return known
    row = Dataset(dataset_id=uuid7(), digest=fingerprint, sample_count=len(samples), columns=list(loaded.columns))
    dataset_id = await repository.add_dataset(session, row, samples)
    kept = await repository.get_dataset(session, dataset_id)
    if kept is None:
        raise DatasetNotFound
    return kept


def _build(loaded: Loaded, spec: DatasetSpec) -> tuple[list[SampleView], str]:
    samples = build_samples(loaded.records, spec)
    return samples, fingerprint_samples(samples)


def fingerprint_samples(samples: Iterable[SampleView]) -> str:
    """One hash over all that makes the samples of a dataset what they are."""
    whole = hashlib.sha256()
    for one in samples:
        parts = [one.sample_id, one.fields, one.target, one.cluster, list(one.tags)]
        whole.update(write_canonical(parts).encode())
    return whole.hexdigest()


def fingerprint_version(written: Mapping[str, Any], dataset_digest: str) -> str:
    return digest([written, dataset_digest])


async def load_stored(session: Session, *, dataset_id: UUID) -> Loaded:
    """The samples of an upload or of an earlier version, to be looked at in another way."""
    dataset = await repository.get_dataset(session, dataset_id)
    if dataset is None:
        raise DatasetNotFound
    records: list[Any] = []
    for first in range(0, dataset.sample_count, PAGE):
        records.extend(one.fields for one in await repository.list_samples(session, dataset_id, first, PAGE))
    return Loaded(records=records, columns=dataset.columns, format="stored")


def write_spec(spec: SuiteSpec) -> dict[str, Any]:
    """A suite as plain JSON, without its samples, which are in the dataset."""
    bare = spec.model_copy(update={"dataset": spec.dataset.model_copy(update={"samples": None})})
    return bare.model_dump(mode="json", by_alias=True, exclude_defaults=True)


async def keep_version(
    session: Session, *, suite: Suite, spec: SuiteSpec, dataset: Dataset, author: str | None
) -> Kept:
    """Add a version to a suite that is locked or new, unless its newest one says the same."""
    written = write_spec(spec)
    fingerprint = fingerprint_version(written, dataset.digest)
    newest = await repository.find_version(session, suite.suite_id, suite.newest)
    if newest is not None and newest.digest == fingerprint:
        return Kept(suite=suite, version=newest, new=False)
    number = 1 if newest is None else suite.newest + 1
    version = SuiteVersion(
        version_id=uuid7(),
        suite_id=suite.suite_id,
        number=number,
        spec=written,
        digest=fingerprint,
        dataset_id=dataset.dataset_id,
        created_by=author,
        created_at=datetime.now(UTC),
    )
    repository.add_version(session, version)
    suite.newest = number
    suite.title = spec.title or spec.name
    suite.updated_at = datetime.now(UTC)
    return Kept(suite=suite, version=version, new=True)


async def make_suite(session: Session, *, spec: SuiteSpec, owner: str | None, origin: Origin) -> Suite | None:
    """A suite without versions yet; nothing if somebody else was faster with the name."""
    return await repository.add_suite(
        session, name=spec.name, title=spec.title or spec.name, owner=owner, origin=origin
    )
