import asyncio
from pathlib import Path

import pytest

from llmbattler.benchmarks.suites import repository
from llmbattler.benchmarks.suites.checks.service import check_text
from llmbattler.benchmarks.suites.definition.errors import BadSuite
from llmbattler.benchmarks.suites.models import Origin
from llmbattler.benchmarks.suites.service import suites
from llmbattler.benchmarks.suites.service.edits import save_checked
from llmbattler.benchmarks.suites.service.open_suite import list_samples, open_suite
from llmbattler.benchmarks.suites.service.versions import SavedVersion
from llmbattler.core.db import Database

FILE = b"""\
name: sums
dataset: {path: sums.csv, fields: {target: a}}
prompts: {p: "{{ q }}"}
scores: [{name: e, scorer: exact}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sums.csv").write_text("q,a\n1+1?,2\n2+2?,4\n")
    return tmp_path


async def save(database: Database, folder: Path, content: bytes = FILE) -> SavedVersion:
    async with database.unit() as session:
        return await save_checked(session, checked=check_text(content, folder=folder))


async def test_the_same_file_again_changes_nothing(database: Database, folder: Path) -> None:
    first, again = await save(database, folder), await save(database, folder)
    assert (first.new, again.new, again.version.number) == (True, False, 1)
    assert (first.suite.origin, first.suite.owner) == (Origin.FILE, None)
    (folder / "sums.csv").write_text("q,a\n1+1?,2\n2+2?,4\n3+3?,6\n")
    more = await save(database, folder)
    assert (more.new, more.version.number) == (True, 2)
    async with database.unit() as session:
        old = await open_suite(session, version_id=first.version.version_id)
        new = await open_suite(session, version_id=more.version.version_id)
        assert (old.sample_count, new.sample_count) == (2, 3)
        before = await list_samples(session, dataset_id=old.dataset_id, first=0, count=10)
        after = await list_samples(session, dataset_id=new.dataset_id, first=0, count=10)
        assert [one.sample_id for one in before] == [one.sample_id for one in after[:2]]
        assert (await suites.get_version(session, suite_id=new.suite_id, number=None))[1].number == 2


async def test_two_at_once_make_one_suite(database: Database, folder: Path) -> None:
    kept = await asyncio.gather(*(save(database, folder) for _ in range(4)))
    assert len({one.suite.suite_id for one in kept}) == 1
    assert sorted(one.new for one in kept) == [False, False, False, True]


async def test_several_changes_at_once_are_as_many_versions(database: Database, folder: Path) -> None:
    await save(database, folder)
    kept = await asyncio.gather(
        *(save(database, folder, FILE + f"title: Sums {number}\n".encode()) for number in range(4))
    )
    assert sorted(one.version.number for one in kept) == [2, 3, 4, 5]


async def test_a_bad_file_is_refused_with_all_problems(database: Database, folder: Path) -> None:
    with pytest.raises(BadSuite) as caught:
        await save(database, folder, FILE.replace(b"exact", b"exakt").replace(b"{{ q }}", b"{{ Q }}"))
    assert "line 3, prompts.p" in caught.value.detail
    assert "line 4, scores[0].scorer" in caught.value.detail


async def test_adding_a_file_restores_an_archived_suite(database: Database, folder: Path) -> None:
    kept = await save(database, folder)
    async with database.unit() as session:
        suite = await repository.lock_suite(session, kept.suite.suite_id)
        assert suite is not None
        suite.archived_at = kept.version.created_at
    assert (await save(database, folder)).suite.archived_at is None
