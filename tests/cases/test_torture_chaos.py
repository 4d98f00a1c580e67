"""H60 of the listed cases: half an hour in which processes, database and models fail all the time."""

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.cases.chaos_findings import describe, find_problems, make_table, wait_for_calm
from tests.cases.chaos_models import MODELS, fail_at_random, offer_models
from tests.cases.chaos_runs import Benchmarks
from tests.cases.chaos_site import ChaosSite, in_chaos
from tests.cases.chaos_visitors import Crowd
from tests.cases.replicas import check_invariants

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import migrate
from llmbattler.testing import ScriptedProvider

FULL_MINUTES, FULL_VOTES = 30.0, 5_000
MINUTES = float(os.environ.get("CHAOS_MINUTES", FULL_MINUTES))
VOTES = int(FULL_VOTES * MINUTES / FULL_MINUTES)
PEOPLE = int(os.environ.get("CHAOS_PEOPLE", "20"))
CALM_SECONDS = 1800


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        offer_models(provider)
        yield provider


@pytest.fixture
async def site(data_dir: Path, provider: ScriptedProvider) -> AsyncIterator[ChaosSite]:
    postgres = EmbeddedPostgres(data_dir / "postgres")
    await asyncio.to_thread(postgres.start)
    await asyncio.to_thread(migrate, DatabaseAddress.parse(postgres.url()))
    site = ChaosSite(data_dir, provider, MODELS, postgres)
    try:
        await site.start()
        yield site
    finally:
        await site.close()
        await asyncio.to_thread(postgres.stop)


@pytest.mark.torture
@pytest.mark.timeout(MINUTES * 60 + CALM_SECONDS)
async def test_h60_nothing_is_lost_or_doubled_in_chaos(site: ChaosSite, provider: ScriptedProvider) -> None:
    crowd, benchmarks, faults = Crowd(site), Benchmarks(site), Counter[str]()
    started = time.monotonic()
    living = asyncio.create_task(crowd.live(PEOPLE, VOTES))
    running = asyncio.create_task(benchmarks.repeat())
    async with in_chaos(site, fail_at_random(provider, faults), share=min(1.0, MINUTES / 10)):
        ended, _ = await asyncio.wait({living, running}, timeout=MINUTES * 60, return_when=asyncio.FIRST_COMPLETED)
        assert not ended, [one.exception() for one in ended]
    running.cancel()
    crowd.leaving = True
    await living
    seconds = time.monotonic() - started
    await benchmarks.wait_for_last()
    await wait_for_calm(site)
    outcomes = await benchmarks.count_outcomes()
    problems = await find_problems(site, crowd, outcomes)
    facts = {
        "minutes": f"{seconds / 60:.1f}",
        "faults of models": faults.total(),
        "benchmark runs": len(benchmarks.runs),
        **describe(site, crowd, outcomes),
    }
    print("\n".join(["", make_table({**facts, **problems}, "chaos"), "", *crowd.refused]))  # noqa: T201
    await benchmarks.close()
    assert crowd.refused == []
    assert site.list_complaints() == []
    assert {name: number for name, number in problems.items() if number} == {}
    assert len(crowd.confirmed) >= VOTES
    await check_invariants(site.url)
