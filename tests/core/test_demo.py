from datetime import UTC, datetime, timedelta

import pytest

from llmbattler.core import clock, demo
from llmbattler.core.demo import DemoRequest, fill_demo, find_shift, list_parts, read_part
from llmbattler.core.manifests import DemoData, list_demo_data
from llmbattler.core.resources import Resources


async def test_slices_are_filled_in_order_and_share_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, float]] = []

    def load(name: str) -> demo.Fill:
        async def fill(_: Resources, request: DemoRequest) -> str | None:
            request.progress(name, 0.5)
            return f"{request.amounts.get(name, 1)} {name}" if name != "letters" else None

        return fill

    slices = [DemoData("toys", order=1, weight=3), DemoData("letters", order=2, weight=1)]
    monkeypatch.setattr(demo, "list_demo_data", lambda: slices)
    monkeypatch.setattr(demo, "load", load)
    request = DemoRequest(lambda step, done: shown.append((step, done)), {"toys": 7})
    assert await fill_demo(Resources(), request) == ["7 toys"]
    assert shown == [("toys", 0.375), ("letters", 0.875)]


def test_slices_register_their_demo_data_in_order() -> None:
    assert [one.fill.split(".")[1] for one in list_demo_data()] == ["arena", "benchmarks"]


def test_the_archive_has_a_part_for_every_importer() -> None:
    assert read_part("models.yaml").startswith(b"models:")
    assert read_part("battles.jsonl").count(b"\n") > 3000
    assert [name.partition("/")[0] for name in list_parts("suites")] == ["suites", "suites"]
    assert len(list_parts("runs")) + len(list_parts("scheduled")) == 13
    assert list_parts("run") == []


@pytest.mark.parametrize("hours", [0, 1, 30, 47, 48, 49, 100, 167, 3000])
def test_times_move_so_that_the_recording_ends_now(hours: int) -> None:
    recorded = datetime.fromisoformat(read_part("until.txt").decode())
    until = datetime(2026, 11, 16, 7, tzinfo=UTC) + timedelta(hours=hours, microseconds=5)
    assert recorded + find_shift(until) == until.replace(microsecond=0)
    moved = recorded + find_shift(until, step=timedelta(weeks=1))
    assert (moved.weekday(), moved.hour) == (recorded.weekday(), recorded.hour) == (0, 7)
    assert timedelta(0) <= until - moved < timedelta(weeks=1)
    assert timedelta(0) <= clock.now() - (recorded + find_shift()) < timedelta(seconds=10)
