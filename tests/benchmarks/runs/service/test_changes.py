from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, select, text, update

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.benchmarks.runs import errors
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, Run, RunStatus, Schedule
from llmbattler.benchmarks.runs.schemas import RunChangeIn
from llmbattler.benchmarks.runs.service import changes
from llmbattler.benchmarks.runs.service.changes import drop_covered, plan_retries
from llmbattler.core.db import Database
from llmbattler.core.settings import Profile, Settings
from tests.benchmarks.bench_rows import build_results, build_run, build_suite
from tests.benchmarks.runs.offered_models import ANYBODY, OPERATOR
from tests.benchmarks.runs.service.test_start import list_covered

OWNER = Visitor("m_owner", AccountKind.MEMBER)
RIGHT, WRONG, FAILED = Outcome.RIGHT, Outcome.WRONG, Outcome.FAILED


class Bench:
    """A run of two models over ten samples, and what can be done to it."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self.settings = database, settings
        self.run_id = UUID(int=0)

    async def start(
        self, *, status: RunStatus = RunStatus.RUNNING, chunks: bool = True, budget: int | None = None
    ) -> None:
        async with self.database.unit() as session:
            version = await build_suite(session, samples=10)
            run = await build_run(
                session,
                version=version,
                models=("alpha", "beta"),
                status=status,
                chunks=chunks,
                owner=OWNER.owner,
                budget_micro_usd=budget,
            )
            self.run_id = run.run_id

    async def record(self, **outcomes: list[Outcome]) -> None:
        async with self.database.unit() as session:
            run = await session.get_one(Run, self.run_id)
            await build_results(session, run=run, outcomes=outcomes)

    async def do(self, verb: str, actor: Visitor = OWNER, **more: object) -> None:
        async with self.database.unit() as session:
            await getattr(changes, verb)(session, settings=self.settings, actor=actor, run_id=self.run_id, **more)

    async def row(self) -> Run:
        async with self.database.unit() as session:
            return await session.get_one(Run, self.run_id)

    async def count(self, table: type[Chunk] | type[Result], *where: object) -> int:
        async with self.database.unit() as session:
            query = select(func.count()).select_from(table).where(table.run_id == self.run_id, *where)  # type: ignore[arg-type]
            return (await session.execute(query)).scalar_one()

    async def jobs(self) -> list[str]:
        async with self.database.unit() as session:
            return list((await session.execute(text("SELECT task_name FROM procrastinate_jobs"))).scalars())


def where(key: tuple[str, str, int, int]) -> tuple[object, ...]:
    return Result.model_id == key[0], Result.prompt == key[1], Result.epoch == key[2], Result.position == key[3]


@pytest.fixture
def bench(database: Database, settings: Settings) -> Bench:
    return Bench(database, settings)


async def test_a_run_is_paused_and_resumed_with_the_same_pieces(bench: Bench) -> None:
    await bench.start()
    before, started = await bench.count(Chunk), (await bench.row()).changed_at
    await bench.do("pause_run")
    await bench.do("pause_run")
    paused = await bench.row()
    assert paused.status is RunStatus.PAUSED
    assert paused.changed_at > started
    await bench.do("resume_run")
    await bench.do("resume_run")
    assert (await bench.row()).status is RunStatus.RUNNING
    assert await bench.count(Chunk) == before


async def test_a_run_without_pieces_gets_them_anew_from_its_rows(bench: Bench) -> None:
    await bench.start(status=RunStatus.PAUSED, chunks=False)
    await bench.do("resume_run")
    covered = await list_covered(bench.database, bench.run_id)
    assert len(covered) == 20
    assert set(covered.values()) == {1}


async def test_a_run_that_its_budget_stopped_goes_on_when_the_budget_is_raised(bench: Bench) -> None:
    await bench.start(status=RunStatus.STOPPED, budget=1_000_000)
    await bench.record(alpha=[RIGHT, WRONG])
    async with bench.database.unit() as session:
        await session.execute(text("UPDATE bench_results SET cost_micro_usd = 500000"))
        await session.execute(text("UPDATE bench_runs SET reason = 'The budget is used up.', finished_at = now()"))
    with pytest.raises(errors.BudgetUsedUp):
        await bench.do("resume_run")
    await bench.do("change_run", wanted=RunChangeIn(budget_usd=1.01))
    await bench.do("resume_run")
    row = await bench.row()
    assert (row.status, row.reason, row.finished_at) == (RunStatus.RUNNING, None, None)
    assert row.budget_micro_usd == 1_010_000


async def test_cancelling_ends_a_run_for_good_and_keeps_what_was_recorded(bench: Bench) -> None:
    await bench.start()
    await bench.record(alpha=[RIGHT, Outcome.RETRYING, FAILED])
    await bench.do("cancel_run")
    await bench.do("cancel_run")
    row = await bench.row()
    assert row.status is RunStatus.CANCELLED
    assert row.finished_at is not None
    assert await bench.count(Chunk) == 0
    assert await bench.count(Result) == 3
    assert await bench.count(Result, Result.outcome == Outcome.RETRYING) == 0
    assert await bench.jobs() == [changes.FINISHED_JOB]
    for verb in ("pause_run", "resume_run", "retry_failed"):
        with pytest.raises(errors.RunOver):
            await bench.do(verb)


async def test_only_what_failed_is_asked_again(bench: Bench) -> None:
    await bench.start(status=RunStatus.FINISHED, chunks=False)
    await bench.record(
        alpha=[RIGHT, FAILED, FAILED, WRONG, FAILED, *[RIGHT] * 5], beta=[*[RIGHT] * 8, Outcome.QUARANTINED, FAILED]
    )
    with pytest.raises(errors.RunOver):
        await bench.do("pause_run")
    await bench.do("retry_failed")
    covered = await list_covered(bench.database, bench.run_id)
    asked = {key for key in covered if not await bench.count(Result, *where(key))}
    assert asked == {
        ("alpha", "main", 1, 1),
        ("alpha", "main", 1, 2),
        ("alpha", "main", 1, 4),
        ("beta", "main", 1, 8),
        ("beta", "main", 1, 9),
    }
    assert set(covered.values()) == {1}
    assert await bench.count(Chunk) == 3  # over what is there, but the one that workers died of alone
    assert await bench.count(Result) == 15
    row = await bench.row()
    assert (row.status, row.finished_at) == (RunStatus.RUNNING, None)
    with pytest.raises(errors.NothingFailed):
        await bench.do("retry_failed")


def test_pieces_of_a_run_with_work_left_hold_nothing_but_what_failed() -> None:
    failed = [("alpha", "main", 1, position, False) for position in (0, 1, 5, 60, 61)]
    exact = plan_retries(failed, first_number=7, complete=False)
    assert [(plan.number, plan.first, plan.count) for plan in exact] == [(7, 0, 2), (8, 5, 1), (9, 60, 2)]
    wide = plan_retries(failed, first_number=0, complete=True)
    assert [(plan.first, plan.count) for plan in wide] == [(0, 6), (60, 2)]


async def test_a_paused_run_stays_paused_when_its_failures_are_reopened(bench: Bench) -> None:
    await bench.start(status=RunStatus.PAUSED)
    await bench.record(alpha=[FAILED])
    await bench.do("retry_failed")
    assert (await bench.row()).status is RunStatus.PAUSED
    covered = await list_covered(bench.database, bench.run_id)
    assert covered["alpha", "main", 1, 0] == 1  # the piece that it is in waits anyway; twice would be paid twice


async def test_what_failed_in_a_piece_that_somebody_holds_gets_one_of_its_own(bench: Bench) -> None:
    await bench.start(status=RunStatus.RUNNING)
    async with bench.database.unit() as session:
        await session.execute(update(Chunk).values(job_id=1))
    before = await bench.count(Chunk)
    await bench.record(alpha=[FAILED, FAILED])
    await bench.do("retry_failed")
    assert await bench.count(Chunk) > before
    covered = await list_covered(bench.database, bench.run_id)
    assert covered["alpha", "main", 1, 0] == covered["alpha", "main", 1, 1] == 2


def test_only_samples_covered_by_a_free_chunk_are_dropped() -> None:
    free = [("alpha", "main", 1, 0, 5), ("alpha", "main", 1, 10, 5), ("alpha", "main", 2, 0, 20)]
    failed = [
        *(("alpha", "main", 1, position, False) for position in (0, 4, 5, 9, 10, 14, 15)),
        ("alpha", "main", 1, 12, True),
        ("beta", "main", 1, 0, False),
    ]
    left = drop_covered(failed, free)
    assert [(model, position) for model, _, _, position, _ in left] == [
        ("alpha", 5),
        ("alpha", 9),
        ("alpha", 15),
        ("alpha", 12),
        ("beta", 0),
    ]


async def test_only_what_is_given_changes(bench: Bench) -> None:
    await bench.start()
    await bench.do("change_run", wanted=RunChangeIn(concurrency=3))
    row = await bench.row()
    assert (row.title, row.concurrency, row.budget_micro_usd) == ("A run", 3, None)
    await bench.do("change_run", wanted=RunChangeIn(title="  "))
    await bench.do("change_run", wanted=RunChangeIn(title=" New "))
    assert (await bench.row()).title == "New"


async def test_a_deleted_run_leaves_nothing_behind(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmbattler.benchmarks.runs.repository.BATCH_ROWS", 3)
    await bench.start()
    await bench.record(alpha=[RIGHT] * 10)
    with pytest.raises(errors.RunStillGoing):
        await bench.do("delete_run")
    await bench.do("pause_run")
    async with bench.database.unit() as session:
        run = await session.get_one(Run, bench.run_id)
        session.add(
            Schedule(suite_id=run.suite_id, title="", cron="", wanted={}, enabled=False, last_run_id=run.run_id)
        )
    other = Bench(bench.database, bench.settings)
    await other.start()
    await other.record(alpha=[RIGHT])
    await bench.do("delete_run")
    assert await bench.count(Result) == await bench.count(Chunk) == 0
    assert await other.count(Result) == 1
    async with bench.database.unit() as session:
        assert await session.get(Run, bench.run_id) is None
        assert (await session.execute(select(Schedule.last_run_id))).scalar_one() is None
    with pytest.raises(errors.RunNotFound):
        await bench.do("delete_run")


@pytest.mark.parametrize("verb", ["pause_run", "resume_run", "cancel_run", "retry_failed", "delete_run"])
async def test_only_the_owner_and_moderators_change_a_run(bench: Bench, verb: str) -> None:
    await bench.start(status=RunStatus.PAUSED)
    await bench.record(alpha=[FAILED])
    for stranger in (ANYBODY, Visitor("m_other", AccountKind.MEMBER)):
        with pytest.raises(errors.NotYourRun):
            await bench.do(verb, actor=stranger)
    if verb != "pause_run":
        await bench.do(verb, actor=OPERATOR)


async def test_what_the_command_line_started_is_everybodys_on_a_private_site_only(bench: Bench) -> None:
    await bench.start()
    async with bench.database.unit() as session:
        (await session.get_one(Run, bench.run_id)).owner = None
    bench.settings = bench.settings.model_copy(update={"profile": Profile.CLASSROOM})
    with pytest.raises(errors.NotYourRun):
        await bench.do("pause_run", actor=Visitor("m_other", AccountKind.MEMBER))
    bench.settings = bench.settings.model_copy(update={"profile": Profile.PRIVATE})
    await bench.do("pause_run", actor=ANYBODY)
    bench.run_id = uuid4()
    with pytest.raises(errors.RunNotFound):
        await bench.do("pause_run", actor=OPERATOR)
