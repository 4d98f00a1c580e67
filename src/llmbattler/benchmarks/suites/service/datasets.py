"""Stored datasets. The same samples are stored once."""

import asyncio
import hashlib
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.ids import uuid7
from llmbattler.core.versions.hashes import write_canonical

from .. import repository
from ..datasets.records import LoadedDataset
from ..datasets.samples import build_samples
from ..definition.samples import SampleView
from ..definition.spec import DatasetSpec
from ..errors import DatasetNotFound
from ..models import Dataset

PAGE = 5_000


async def store_dataset(session: Session, *, loaded: LoadedDataset, spec: DatasetSpec) -> Dataset:
    """Store the samples, or return the dataset that already has them."""
    await repository.update_timeouts(session)
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


def _build(loaded: LoadedDataset, spec: DatasetSpec) -> tuple[list[SampleView], str]:
    samples = build_samples(loaded.records, spec)
    return samples, fingerprint_samples(samples)


def fingerprint_samples(samples: Iterable[SampleView]) -> str:
    """Hash of all samples of a dataset."""
    whole = hashlib.sha256()
    for one in samples:
        parts = [one.sample_id, one.fields, one.target, one.cluster, list(one.tags)]
        whole.update(write_canonical(parts).encode())
    return whole.hexdigest()


async def load_stored_dataset(session: Session, *, dataset_id: UUID) -> LoadedDataset:
    """Load the samples of a stored dataset."""
    dataset = await repository.get_dataset(session, dataset_id)
    if dataset is None:
        raise DatasetNotFound
    records: list[Any] = []
    for first in range(0, dataset.sample_count, PAGE):
        records.extend(one.fields for one in await repository.list_samples(session, dataset_id, first, PAGE))
    return LoadedDataset(records=records, columns=dataset.columns, format="stored")
