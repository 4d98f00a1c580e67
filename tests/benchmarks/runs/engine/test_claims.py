from uuid import UUID

from llmbattler.benchmarks.runs.chunks import ChunkPlan
from llmbattler.benchmarks.runs.engine.claims import ClaimedChunk, EnqueuedChunk, PriorResult

PLAN = ChunkPlan(number=3, model_id="alpha", prompt="main", epoch=1, first=4, count=4)


def test_an_enqueued_chunk_is_known_by_its_run_and_its_number() -> None:
    assert EnqueuedChunk(UUID(int=1), 3, 77).key == (UUID(int=1), 3)


def test_what_has_no_final_result_is_missing() -> None:
    prior = {5: PriorResult(final=True), 6: PriorResult(final=False)}
    assert ClaimedChunk(EnqueuedChunk(UUID(int=1), 3, 77), PLAN, prior=prior).missing == [4, 6, 7]
