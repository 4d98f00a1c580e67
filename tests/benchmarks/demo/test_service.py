import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import httpx
import msgspec
import pytest
import yaml
from sqlalchemy import func, select

from llmbattler.benchmarks.demo import service
from llmbattler.benchmarks.runs.engine.flow.engine import RunEngine
from llmbattler.benchmarks.runs.models import Chunk, Outcome, Result, Run, RunStatus
from llmbattler.benchmarks.suites.models import Origin, Suite
from llmbattler.catalog.models import PriceSource
from llmbattler.catalog.prices import Price
from llmbattler.catalog.service import sync_catalog
from llmbattler.connectors.builtin import demo
from llmbattler.core.db import Database, Session
from llmbattler.core.demo import read_part
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from tests.benchmarks.runs.offered_models import model

NOW = datetime(2026, 11, 15, 8, tzinfo=UTC)
DEMO_MODELS = yaml.safe_load(read_part("models.yaml"))["models"]
TICKETS = "support-tickets"


async def _fill(session: Session, settings: Settings) -> service.FillReport:
    """Fill the site as `llmbattler demo` does, after adding the models to the catalog."""
    offers = [
        model(
            one["id"],
            name=one["name"],
            connector="demo",
            base_url="",
            price=Price(*(Decimal(str(one["prices"][side])) for side in ("input", "output")), PriceSource.FILE),
        )
        for one in DEMO_MODELS
    ]
    await sync_catalog(session, offers=offers)
    return await service.fill(session, settings=settings, until=NOW)


async def _get(client: httpx.AsyncClient, path: str, **params: Any) -> Any:
    reply = await client.get(f"/api/bench/{path}", params=params)
    assert reply.status_code == 200, reply.text
    return reply.json()


async def test_every_page_has_something_to_show(client: httpx.AsyncClient, resources: Resources) -> None:
    database = resources.get(Database)
    async with database.unit() as session:
        assert not await service.is_filled(session)
        report = await _fill(session, resources.get(Settings))
    async with database.unit() as session:
        assert await service.is_filled(session)
        assert set((await session.execute(select(Suite.origin))).scalars()) == {Origin.INCLUDED, Origin.FILE}
        assert (await session.execute(select(func.max(Result.recorded_at)))).scalar_one() < NOW
        assert (await session.execute(select(func.count()).select_from(Result))).scalar_one() == report.answers > 9000
    listed = await _get(client, "runs", limit=100)
    runs = {row["run_id"]: row for row in listed["runs"]}
    assert len(runs) == report.runs == len(listed["runs"])
    assert all(row["done"] == row["total"] for row in runs.values() if row["status"] == "finished")
    titles = {row["title"]: run_id for run_id, row in runs.items()}
    await _look_at_run(client, titles["Consistency, asked twice"])
    await _look_at_comparison(client, titles["Arithmetic, a first look"], titles["Arithmetic, with the new Basalt"])
    await _look_at_suite(client)
    await _look_at_board(client)


async def _look_at_run(client: httpx.AsyncClient, run_id: str) -> None:
    run = await _get(client, f"runs/{run_id}")
    assert {line["model_name"] for line in run["lines"]} == {one["name"] for one in DEMO_MODELS}
    assert all(0 < line["score"]["low"] < line["score"]["high"] < 1 for line in run["lines"])
    for which in ("wrong", "unparsed", "failed", "disagreeing", "slow"):
        grid = await _get(client, f"runs/{run_id}/samples", filter=which)
        assert grid["rows"], which
    sample = await _get(client, f"runs/{run_id}/samples/0")
    assert len(sample["answers"]) == 2 * len(DEMO_MODELS)
    for kind, begins in (("json", b"{"), ("parquet", b"PAR1"), ("pdf", b"%PDF")):
        exported = await client.get(f"/api/bench/runs/{run_id}/export", params={"format": kind})
        assert exported.content.startswith(begins), kind
    exported = await client.get(f"/api/bench/runs/{run_id}/export", params={"format": "csv"})
    assert len(list(csv.reader(io.StringIO(exported.text)))) == 1 + 2 * 120 * len(DEMO_MODELS)


async def _look_at_comparison(client: httpx.AsyncClient, first: str, second: str) -> None:
    entries = [f"{first}:basalt-34b", f"{second}:basalt-34b", f"{second}:kestrel-3-flash"]
    compared = await _get(client, "compare", entry=entries)
    assert [one["verdict"] for one in compared["differences"]] == ["better", "better"]
    assert compared["differences"][0]["p_holm"] < 0.01
    better, worse = [
        (await _get(client, "compare/flips", first=entries[0], second=entries[1], direction=direction))["flips"]
        for direction in ("better", "worse")
    ]
    assert len(better) > 20 > len(worse) > 0


async def _look_at_suite(client: httpx.AsyncClient) -> None:
    suites = {row["name"]: row for row in (await _get(client, "suites"))["suites"]}
    suite = suites[TICKETS]
    assert (suite["version"], suite["sample_count"], suite["origin"]) == (2, 40, "file")
    history = await _get(client, "history", suite_id=suite["suite_id"], model_id="basalt-34b")
    assert {point["version"] for point in history["points"]} == {1, 2}
    assert len(history["points"]) > 6
    (schedule,) = (await _get(client, "schedules"))["schedules"]
    assert (schedule["enabled"], schedule["problem"]) == (True, None)
    runs = (await _get(client, "runs", limit=100))["runs"]
    mondays = [row for row in runs if row["title"] == schedule["title"]]
    assert (len(mondays), schedule["last_run_id"]) == (6, mondays[0]["run_id"])
    started = [datetime.fromisoformat(row["created_at"]) for row in mondays]
    assert {(one.weekday(), one.hour) for one in started} == {(0, 6)}
    assert NOW - timedelta(days=7) < started[0] < NOW
    assert datetime.fromisoformat(suite["updated_at"]) <= started[2]


async def _look_at_board(client: httpx.AsyncClient) -> None:
    board = await _get(client, "board")
    assert len(board["rows"]) == len(DEMO_MODELS)
    assert {row["name"] for row in board["suites"]} >= {"arithmetic-stories", "short-facts", TICKETS}
    assert board["rows"][0]["model_id"] in {"aurora-9-large", "kestrel-3-pro", "tundra-72b"}
    assert board["rows"][-1]["model_id"] == "lantern-1b"


async def test_the_paused_run_can_be_resumed(
    client: httpx.AsyncClient, resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    _answer_at_once(monkeypatch)
    database = resources.get(Database)
    async with database.unit() as session:
        await _fill(session, resources.get(Settings))
        run = (await session.execute(select(Run).where(Run.status == RunStatus.PAUSED))).scalar_one()
        before = await _list_results(session, run)
    assert 0 < len(before) < len(run.models) * run.sample_count
    assert (await client.post(f"/api/bench/runs/{run.run_id}/resume")).is_success
    assert await RunEngine(resources).drain(run.run_id) is RunStatus.FINISHED
    async with database.unit() as session:
        after = await _list_results(session, run)
        assert not (await session.execute(select(Chunk).where(Chunk.run_id == run.run_id))).first()
    assert len(after) == len(run.models) * run.sample_count
    assert {_key(row): row.recorded_at for row in before}.items() <= {
        _key(row): row.recorded_at for row in after
    }.items()
    fresh = [row for row in after if row.recorded_at > NOW]
    right = {name: _share_right(rows) for name, rows in (("before", before), ("fresh", fresh))}
    said = {
        text for by_model in demo.load_recording().answers.values() for texts in by_model.values() for text in texts
    }
    assert sum(row.answer in said for row in fresh) > 0.95 * len(fresh)
    assert abs(right["before"] - right["fresh"]) < 0.15


def _answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the simulated models answer without a pause."""
    recording = demo.load_recording()
    models = {name: msgspec.structs.replace(one, words_per_second=1e9) for name, one in recording.models.items()}
    fast = msgspec.structs.replace(recording, models=models)
    monkeypatch.setattr(demo, "load_recording", lambda: fast)
    monkeypatch.setattr(demo, "FIRST_TOKEN_SECONDS", (0, 0))


async def _list_results(session: Session, run: Run) -> list[Result]:
    query = select(Result).where(Result.run_id == run.run_id).order_by(Result.position, Result.model_id)
    return list((await session.execute(query)).scalars())


def _key(row: Result) -> tuple[object, ...]:
    return row.model_id, row.position, row.recorded_at, row.answer


def _share_right(rows: Iterable[Result]) -> float:
    outcomes = [row.outcome for row in rows]
    return outcomes.count(Outcome.RIGHT) / len(outcomes)


async def test_progress_goes_from_nothing_to_all(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float] = []
    fill = service.fill
    monkeypatch.setattr(service, "fill", partial(fill, progress=lambda _what, share: told.append(share)))
    async with database.unit() as session:
        await _fill(session, settings)
        results = (await session.execute(select(func.count()).select_from(Result))).scalar_one()
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)
    assert results > 9000
