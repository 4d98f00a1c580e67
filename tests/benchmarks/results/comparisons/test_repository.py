"""Packed values, against reading the rows one by one."""

import struct
from collections import Counter

from sqlalchemy import func, select

from llmbattler.benchmarks.results.comparisons import repository
from llmbattler.benchmarks.results.comparisons.values import EntryValues
from llmbattler.benchmarks.runs.models import Outcome, Run
from llmbattler.benchmarks.suites.models import SuiteVersion
from llmbattler.core.db import Database, Session

from .finished_runs import finish_run


async def read(session: Session, run: Run, *, model: str = "alpha", clustered: bool = False) -> EntryValues:
    version = await session.get_one(SuiteVersion, run.version_id)
    packed = await repository.get_packed_values(
        session,
        run_id=run.run_id,
        model_id=model,
        prompt="main",
        dataset_id=version.dataset_id,
        clustered=clustered,
    )
    assert len({len(one) for one in packed}) == 1
    return EntryValues.unpack(*packed)


async def test_values_are_means_over_epochs_and_failures_are_left_out(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(
            session,
            answers={
                "alpha": [
                    [1.0, 0.25, Outcome.UNPARSED, Outcome.FAILED, Outcome.FAILED, Outcome.QUARANTINED],
                    [0.0, 0.25, 1.0, 1.0, Outcome.RETRYING, Outcome.QUARANTINED],
                ],
                "beta": [[1.0] * 6, [1.0] * 6],
            },
        )
        found = await read(session, run)
        assert dict(zip(found.positions.tolist(), found.values.tolist(), strict=True)) == {
            0: 0.5,
            1: 0.25,
            2: 0.5,
            3: 1,
        }
        assert await repository.count_failed(session, run_id=run.run_id, model_id="alpha", prompt="main") == 5
        assert await repository.count_failed(session, run_id=run.run_id, model_id="beta", prompt="main") == 0


async def test_keys_stand_for_ids(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": [1.0, 0.0]})
        found = await read(session, run)
        expected = [
            (await session.execute(select(func.hashtextextended(f"sample-{number}", 0)))).scalar_one()
            for number in range(2)
        ]
        assert dict(zip(found.keys.tolist(), found.positions.tolist(), strict=True)) == {
            key: place for place, key in enumerate(expected)
        }


async def test_clusters_are_those_of_the_samples_and_others_stand_alone(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": [1.0] * 12}, clusters=3)
        found = await read(session, run, clustered=True)
        assert sorted(Counter(found.clusters.tolist()).values()) == [4, 4, 4]
        alone = await read(session, run)
        assert len(set(alone.clusters.tolist())) == 12


async def test_no_answers_are_no_bytes(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": [Outcome.FAILED]})
        assert len((await read(session, run)).keys) == 0
        assert struct.calcsize(">q") == 8


async def test_a_run_in_which_all_calls_failed_takes_no_score_away(database: Database) -> None:
    async with database.unit() as session:
        old = await finish_run(session, answers={"alpha": [1.0, 0.0]}, minute=1)
        version = await session.get_one(SuiteVersion, old.version_id)
        await finish_run(session, version=version, answers={"alpha": [Outcome.FAILED] * 2}, minute=2)
        (found,) = await repository.list_newest(session)
    assert found.run.run_id == old.run_id


async def test_the_newest_run_of_each_suite_and_model(database: Database) -> None:
    async with database.unit() as session:
        old = await finish_run(session, answers={"alpha": [1.0], "beta": [1.0]}, minute=1)
        version = await session.get_one(SuiteVersion, old.version_id)
        new = await finish_run(session, version=version, answers={"alpha": [0.0]}, minute=2)
        await finish_run(session, version=version, answers={"beta": [0.0]}, minute=3, status="running")
        other = await finish_run(session, answers={"alpha": [1.0]}, minute=0)
        found = {(one.model_id, one.suite.suite_id): one.run.run_id for one in await repository.list_newest(session)}
        assert found == {
            ("alpha", version.suite_id): new.run_id,
            ("beta", version.suite_id): old.run_id,
            ("alpha", other.suite_id): other.run_id,
        }
