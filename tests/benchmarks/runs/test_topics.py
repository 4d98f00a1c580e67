from uuid import UUID

from llmbattler.benchmarks.runs.topics import RUNS, WORK, topic_of


def test_every_run_has_its_own_topic() -> None:
    first, second = topic_of(UUID(int=1)), topic_of(UUID(int=2))
    assert first == "bench_run:00000000-0000-0000-0000-000000000001"
    assert len({first, second, RUNS, WORK}) == 4
