import pytest

from llmbattler.scorers.sandbox.limits import MEGABYTE, PROCESSES, TEMPORARY_BYTES, Limits


def test_the_argument_of_the_launcher_has_all_limits() -> None:
    limits = Limits(seconds=2.5, memory_mb=100)
    size, uid, cpu, memory, processes, file_size = map(int, limits.order(program=b"abc", uid=7).split())
    assert (size, uid, cpu, processes, file_size) == (3, 7, 4, PROCESSES, TEMPORARY_BYTES)
    assert memory > limits.memory_bytes == 100 * MEGABYTE


@pytest.mark.parametrize(("seconds", "cpu"), [(0.1, 2), (1, 2), (1.5, 3)])
def test_cpu_time_is_rounded_up(seconds: float, cpu: int) -> None:
    assert Limits(seconds=seconds, memory_mb=64).order(program=b"", uid=0).split()[2] == str(cpu)
