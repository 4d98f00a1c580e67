import pytest

from llmbattler.benchmarks.demo import flow, service
from llmbattler.core.db import Session
from llmbattler.core.demo import DemoRequest, Progress
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

REQUEST = DemoRequest(lambda _step, _done: None)


async def test_runs_are_added_after_the_catalog_was_read_and_only_once(
    resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    async def refresh_catalog(*_: object) -> None:
        calls.append("refresh")

    async def fill(_: Session, *, settings: Settings, progress: Progress) -> service.FillReport:
        calls.append("fill")
        assert (settings, progress) == (resources.get(Settings), REQUEST.progress)
        return service.FillReport(runs=2, answers=1500)

    async def is_filled(_: Session) -> bool:
        return "fill" in calls

    monkeypatch.setattr(flow, "refresh_catalog", refresh_catalog)
    monkeypatch.setattr(service, "fill", fill)
    monkeypatch.setattr(service, "is_filled", is_filled)
    assert await flow.fill_demo(resources, REQUEST) == "1,500 answers in 2 runs of benchmarks"
    assert await flow.fill_demo(resources, REQUEST) is None
    assert calls == ["refresh", "fill"]
