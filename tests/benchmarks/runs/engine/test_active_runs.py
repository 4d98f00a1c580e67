from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.runs.engine.active_runs import MAX_CALLS, MIN_BACKLOG, ActiveRuns
from llmbattler.benchmarks.runs.engine.claims import ActiveRun
from llmbattler.benchmarks.runs.models import Run


def make_run(number: int = 1, concurrency: int = 10) -> Run:
    return Run(run_id=UUID(int=number), concurrency=concurrency)


@given(st.integers(1, 9), st.integers(1, 100), st.integers(0, 50))
def test_shares_of_all_workers_add_up_to_the_concurrency(workers: int, concurrency: int, number: int) -> None:
    ids = [UUID(int=100 + one) for one in range(workers)]
    shares = []
    for worker in ids:
        active = ActiveRuns(worker)
        active.workers = ids
        shares.append(active.share_of(make_run(number, concurrency)))
    assert sum(shares) == concurrency
    assert max(shares) - min(shares) <= 1


def test_the_remainder_goes_to_another_worker_for_the_next_run() -> None:
    ids = [UUID(int=100), UUID(int=101)]
    active = ActiveRuns(ids[0])
    active.workers = ids
    assert {active.share_of(make_run(number, 1)) for number in (1, 2)} == {0, 1}


def test_the_backlog_shrinks_with_the_number_of_runs_but_never_below_a_minimum() -> None:
    active = ActiveRuns(UUID(int=100))
    assert active.backlog_for(50) == 50
    assert active.backlog_for(2 * MAX_CALLS) == MAX_CALLS
    active.runs = {UUID(int=one): ActiveRun(make_run(one), has_free=True) for one in range(1_000)}
    assert active.backlog_for(50) == MIN_BACKLOG
    assert active.backlog_for(2) == 2


def test_only_known_runs_are_marked_as_exhausted() -> None:
    active = ActiveRuns(UUID(int=100))
    active.runs = {UUID(int=1): ActiveRun(make_run(), has_free=True)}
    active.set_has_free(UUID(int=1), has_free=False)
    active.set_has_free(UUID(int=2), has_free=False)
    assert {run_id: one.has_free for run_id, one in active.runs.items()} == {UUID(int=1): False}
