import pytest

from llmbattler.benchmarks.suites.checks.service import check_text
from llmbattler.benchmarks.suites.datasets.records import LoadedDataset
from llmbattler.benchmarks.suites.service import version_text
from llmbattler.benchmarks.suites.service.datasets import store_dataset
from llmbattler.benchmarks.suites.service.version_text import sort_keys, write_spec, write_version_text
from llmbattler.core.db import Database

FILE = """\
name: sums
dataset:
  samples:
    - {q: 2+2?, a: '4'}
    - {q: 3+3?, a: '6'}
  fields: {target: a}
prompts: {short: '{{ q }}'}
scores: [{name: exact, scorer: exact}]
"""


async def write(database: Database) -> str:
    checked = check_text(FILE, folder=None)
    assert checked.spec is not None
    assert isinstance(checked.loaded, LoadedDataset)
    async with database.unit() as session:
        dataset = await store_dataset(session, loaded=checked.loaded, spec=checked.spec.dataset)
        content = {"spec": write_spec(checked.spec), "dataset_id": dataset.dataset_id}
        return await write_version_text(session, "sums", content)


async def test_the_text_is_a_file_with_the_samples(database: Database) -> None:
    again = check_text(await write(database), folder=None)
    assert again.problems == []
    assert again.loaded is not None
    assert list(again.loaded.records) == [{"q": "2+2?", "a": "4"}, {"q": "3+3?", "a": "6"}]


async def test_many_samples_are_named_by_their_digest(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version_text, "MOST_SAMPLES", 1)
    *_, last = (await write(database)).splitlines()
    assert last.startswith("# 2 samples, dataset_id ")
    assert len(last.rpartition("sha256 ")[2]) == 64


def test_a_spec_is_written_without_samples_and_defaults() -> None:
    spec = check_text(FILE, folder=None).spec
    assert spec is not None
    written = write_spec(spec)
    assert written["dataset"] == {"fields": {"target": "a"}}
    assert "title" not in written


def test_keys_are_ordered_at_every_depth() -> None:
    assert str(sort_keys({"b": [{"d": 1, "c": 2}], "a": None})) == "{'a': None, 'b': [{'c': 2, 'd': 1}]}"
