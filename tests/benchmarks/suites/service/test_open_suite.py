from uuid import uuid4

import pytest
from tests.benchmarks.bench_rows import build_suite

from llmbattler.benchmarks.suites.errors import VersionNotFound
from llmbattler.benchmarks.suites.service.open_suite import list_samples, open_suite
from llmbattler.core.db import Database


async def test_an_unknown_version_cannot_be_opened(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(VersionNotFound):
            await open_suite(session, version_id=uuid4())


async def test_an_open_suite_renders_and_scores(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=4)
        opened = await open_suite(session, version_id=version.version_id)
    assert (opened.suite_id, opened.number, opened.sample_count) == (version.suite_id, 1, 4)
    assert opened.marker.needs == frozenset()


async def test_examples_are_drawn_by_the_seed_and_never_include_the_sample(database: Database) -> None:
    spec = {"few_shot": {"count": 3, "seed": 4}, "dataset": {"fields": {"target": "target"}}}
    async with database.unit() as session:
        version = await build_suite(session, samples=6, spec=spec)
        opened = await open_suite(session, version_id=version.version_id)
        again = await open_suite(session, version_id=version.version_id)
        samples = await list_samples(session, dataset_id=opened.dataset_id, first=0, count=6)
    for sample in samples:
        messages = [one.text for one in opened.renderer.render(sample, "main")]
        assert len(messages) == 7
        assert messages.count(sample.fields["question"]) == 1 + messages[1::2].count(sample.fields["question"])
        assert sample.fields["question"] not in messages[0:6:2]
        assert messages == [one.text for one in again.renderer.render(sample, "main")]
