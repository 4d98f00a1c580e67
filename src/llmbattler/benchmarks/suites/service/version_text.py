"""A version of a suite as the text that people compare and merge."""

import asyncio
from typing import Any
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.versions.service import Content

from .. import repository
from ..definition.spec import SuiteSpec
from ..errors import DatasetNotFound
from ..models import Dataset
from ..schemas import FilePart
from .datasets import load_stored_dataset
from .suite_files import write_file, write_yaml

MOST_SAMPLES = 2_000
"""Datasets with more samples are compared by their digest, which stands in a comment."""


def write_spec(spec: SuiteSpec) -> dict[str, Any]:
    """Write a suite as plain JSON, without its samples, which are in the dataset."""
    bare = spec.model_copy(update={"dataset": spec.dataset.model_copy(update={"samples": None})})
    return bare.model_dump(mode="json", by_alias=True, exclude_defaults=True)


async def write_version_text(session: Session, name: str, content: Content) -> str:
    """Write the suite as its file; saving this text again gives the same version."""
    spec = write_spec(SuiteSpec.model_validate(sort_keys(content["spec"])))
    dataset = await _get_dataset(session, content["dataset_id"])
    if dataset.sample_count > MOST_SAMPLES:
        return _write_without_samples(name, spec, dataset)
    loaded = await load_stored_dataset(session, dataset_id=dataset.dataset_id)
    file = await asyncio.to_thread(write_file, name, spec, loaded, FilePart.SUITE)
    return file.content.decode() if file.has_samples else _write_without_samples(name, spec, dataset)


def sort_keys(value: Any) -> Any:  # noqa: ANN401 - plain JSON
    """Order the keys of all mappings, since JSONB does not keep the order in which they were written."""
    if isinstance(value, dict):
        return {key: sort_keys(value[key]) for key in sorted(value)}
    return [sort_keys(one) for one in value] if isinstance(value, list) else value


async def _get_dataset(session: Session, dataset_id: UUID) -> Dataset:
    dataset = await repository.get_dataset(session, dataset_id)
    if dataset is None:
        raise DatasetNotFound
    return dataset


def _write_without_samples(name: str, spec: dict[str, Any], dataset: Dataset) -> str:
    text = write_yaml(spec, {"path": f"{name}.jsonl", "format": "plain"})
    return f"{text}# {dataset.sample_count:,} samples, dataset_id {dataset.dataset_id}, sha256 {dataset.digest}\n"
