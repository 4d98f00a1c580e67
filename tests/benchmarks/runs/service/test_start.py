from collections import Counter
from uuid import UUID

import pytest
from sqlalchemy import func, select

from llmbattler.benchmarks.runs.errors import NeedsSandbox
from llmbattler.benchmarks.runs.models import Chunk, Run, RunStatus
from llmbattler.benchmarks.runs.schemas import RunIn
from llmbattler.benchmarks.runs.service.start import start_run
from llmbattler.core.db import Database
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.scorers.sandbox import selection
from tests.benchmarks.bench_rows import build_suite
from tests.benchmarks.runs.offered_models import offer


async def test_a_run_starts_with_every_piece_of_its_work_and_says_so(resources: Resources, settings: Settings) -> None:
    database = resources.get(Database)
    with resources.get(LiveHub).subscribe("bench_work", "bench_runs") as heard:
        async with database.unit() as session:
            await offer(session)
            version = await build_suite(session, samples=120, spec={"prompts": {"a": "{{ question }}", "b": "?"}})
            wanted = RunIn.model_validate(
                {
                    "suite_id": version.suite_id,
                    "models": ["alpha", "beta"],
                    "epochs": 2,
                    "samples": 110,
                    "params": {"temperature": 0.0, "max_tokens": 5},
                    "use_cache": False,
                    "budget_usd": 2,
                }
            )
            run = await start_run(session, settings=settings, owner="m_1", wanted=wanted)
        news = {await heard.next(), await heard.next()}
    assert news == {Changed("bench_work", str(run.run_id)), Changed("bench_runs", str(run.run_id))}
    async with database.unit() as session:
        row = await session.get_one(Run, run.run_id)
        assert (row.status, row.owner, row.sample_count, row.epochs) == (RunStatus.RUNNING, "m_1", 110, 2)
        assert row.params == {"temperature": 0.0, "max_tokens": 5}
        assert (row.version_id, row.budget_micro_usd, row.use_cache) == (version.version_id, 2_000_000, False)
        covered = await list_covered(database, run.run_id)
    assert set(covered.values()) == {1}
    assert len(covered) == 2 * 2 * 2 * 110
    assert {key[2] for key in covered} == {1, 2}


async def test_a_suite_that_runs_programs_does_not_start_without_a_sandbox(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tested = {"scores": [{"name": "passes", "scorer": "code_tests", "options": {"test_field": "target"}}]}
    async with database.unit() as session:
        await offer(session)
        version = await build_suite(session, spec=tested)
        wanted = RunIn(suite_id=version.suite_id, models=["alpha"])
        monkeypatch.setattr(selection, "_SELECTED", selection.SelectedSandbox(()))
        with pytest.raises(NeedsSandbox, match="no sandbox works"):
            await start_run(session, settings=settings, owner=None, wanted=wanted)
        assert (await session.execute(select(func.count()).select_from(Run))).scalar_one() == 0


async def list_covered(database: Database, run_id: UUID) -> Counter[tuple[str, str, int, int]]:
    async with database.unit() as session:
        chunks = (await session.execute(select(Chunk).where(Chunk.run_id == run_id))).scalars().all()
    return Counter(
        (chunk.model_id, chunk.prompt, chunk.epoch, position)
        for chunk in chunks
        for position in range(chunk.first, chunk.first + chunk.count)
    )
