from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.runs.engine.shares import Holders

RUN_ID, OTHER_ID = UUID(int=1), UUID(int=2)


def claim(worker: int | None, run_id: UUID = RUN_ID) -> tuple[int | None, dict[str, str]]:
    return worker, {"run_id": str(run_id)}


@given(st.integers(1, 9), st.integers(1, 100), st.integers(0, 50))
def test_shares_of_all_workers_add_up_to_the_concurrency(workers: int, concurrency: int, number: int) -> None:
    claims = [claim(worker, UUID(int=number)) for worker in range(workers)]
    shares = [Holders(worker, claims).share_of(UUID(int=number), concurrency) for worker in range(workers)]
    assert sum(shares) == concurrency
    assert max(shares) - min(shares) <= 1


def test_the_remainder_goes_to_another_worker_for_the_next_run() -> None:
    holders = Holders(1, [claim(worker, run_id) for worker in (1, 2) for run_id in (RUN_ID, OTHER_ID)])
    assert {holders.share_of(run_id, 1) for run_id in (RUN_ID, OTHER_ID)} == {0, 1}


def test_a_run_is_shared_only_with_workers_that_hold_chunks_of_it() -> None:
    holders = Holders(1, [claim(1), claim(1), claim(2, OTHER_ID), claim(3), claim(None)])
    assert (holders.share_of(RUN_ID, 10), holders.count_of(RUN_ID)) == (5, 2)
    assert (holders.count_of(OTHER_ID), holders.count) == (2, 3)


def test_a_worker_that_nobody_knows_yet_takes_the_whole_run() -> None:
    assert (Holders().share_of(RUN_ID, 7), Holders().count_of(RUN_ID), Holders().count) == (7, 1, 1)
