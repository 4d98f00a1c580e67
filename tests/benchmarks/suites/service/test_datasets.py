from dataclasses import replace
from uuid import uuid4

import pytest

from llmbattler.benchmarks.suites.datasets.records import load_samples
from llmbattler.benchmarks.suites.datasets.samples import build_samples
from llmbattler.benchmarks.suites.definition.spec import DatasetSpec, FieldsSpec
from llmbattler.benchmarks.suites.errors import DatasetNotFound
from llmbattler.benchmarks.suites.service import datasets
from llmbattler.benchmarks.suites.service.datasets import (
    fingerprint_samples,
    load_stored_dataset,
    store_dataset,
)
from llmbattler.core.db import Database

LOADED = load_samples([{"q": f"{number}?", "a": str(number)} for number in range(5)])
SPEC = DatasetSpec(fields=FieldsSpec(target="a"))


async def test_the_same_samples_are_stored_once_and_loaded_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasets, "PAGE", 2)
    async with database.unit() as session:
        first = await store_dataset(session, loaded=LOADED, spec=SPEC)
        again = await store_dataset(session, loaded=LOADED, spec=SPEC)
        other = await store_dataset(session, loaded=LOADED, spec=DatasetSpec())
        loaded = await load_stored_dataset(session, dataset_id=first.dataset_id)
    assert first.dataset_id == again.dataset_id != other.dataset_id
    assert (list(loaded.records), loaded.columns) == (list(LOADED.records), ["q", "a"])


async def test_an_unknown_dataset_is_an_error(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(DatasetNotFound):
            await load_stored_dataset(session, dataset_id=uuid4())


def test_the_fingerprint_covers_every_part_of_a_sample() -> None:
    samples = build_samples(LOADED.records, SPEC)
    known = fingerprint_samples(samples)
    assert fingerprint_samples(build_samples(LOADED.records, SPEC)) == known
    for change in ({"target": "x"}, {"cluster": "c"}, {"tags": ["t"]}, {"sample_id": "i"}, {"fields": {}}):
        assert fingerprint_samples([replace(samples[0], **change), *samples[1:]]) != known
