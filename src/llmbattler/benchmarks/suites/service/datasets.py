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
_HALF = 32


async def store_dataset(
    session: Session, *, loaded: LoadedDataset, spec: DatasetSpec, owner: str | None = None
) -> Dataset:
    """Store the samples of a suite, or return the dataset that already has them, also as an upload of this owner."""
    samples, fingerprint = await _prepare(session, loaded, spec)
    known = await repository.lock_dataset(session, fingerprint)
    if known is None and owner:
        known = await repository.update_digest(session, digest_upload(fingerprint, owner), fingerprint)
    return known or await _add(session, loaded, samples, fingerprint)


async def store_uploaded(session: Session, *, loaded: LoadedDataset, spec: DatasetSpec, owner: str) -> Dataset:
    """Store the samples of an upload, which only this owner can make a suite of, unless a suite has them already."""
    samples, fingerprint = await _prepare(session, loaded, spec)
    known = await repository.lock_dataset(session, fingerprint)
    if known is not None and await repository.find_use(session, known.dataset_id) is not None:
        return known
    digest = digest_upload(fingerprint, owner)
    return await repository.lock_dataset(session, digest) or await _add(session, loaded, samples, digest)


async def _prepare(session: Session, loaded: LoadedDataset, spec: DatasetSpec) -> tuple[list[SampleView], str]:
    await repository.update_timeouts(session)
    return await asyncio.to_thread(_build, loaded, spec)


async def _add(session: Session, loaded: LoadedDataset, samples: list[SampleView], digest: str) -> Dataset:
    row = Dataset(dataset_id=uuid7(), digest=digest, sample_count=len(samples), columns=list(loaded.columns))
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


def digest_upload(fingerprint: str, owner: str) -> str:
    """The digest of an upload: half of it stands for the samples, half for the person.

    So uploads of the same samples by two people are two datasets, and neither person can use the other's.
    """
    samples = fingerprint[:_HALF]
    return samples + _sign(samples, owner)


def _sign(samples: str, owner: str) -> str:
    return hashlib.sha256(f"upload {samples} {owner}".encode()).hexdigest()[:_HALF]


async def find_usable_dataset(session: Session, *, dataset_id: UUID, owner: str) -> Dataset:
    """Return a dataset of a suite, or an upload of this owner. Other people's uploads are not found."""
    dataset = await repository.get_dataset(session, dataset_id)
    if dataset is None:
        raise DatasetNotFound
    own = bool(owner) and dataset.digest[_HALF:] == _sign(dataset.digest[:_HALF], owner)
    if not own and await repository.find_use(session, dataset_id) is None:
        raise DatasetNotFound
    return dataset


async def load_stored_dataset(session: Session, *, dataset_id: UUID) -> LoadedDataset:
    """Load the samples of a stored dataset."""
    dataset = await repository.get_dataset(session, dataset_id)
    if dataset is None:
        raise DatasetNotFound
    records: list[Any] = []
    for first in range(0, dataset.sample_count, PAGE):
        records.extend(one.fields for one in await repository.list_samples(session, dataset_id, first, PAGE))
    return LoadedDataset(records=records, columns=dataset.columns, format="stored")
