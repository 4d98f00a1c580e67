import pytest

from llmbattler.core import demo
from llmbattler.core.demo import DemoRequest, fill_demo
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
