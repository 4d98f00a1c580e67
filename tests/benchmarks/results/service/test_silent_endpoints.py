from datetime import timedelta

import pytest

from llmbattler.benchmarks.results.service.silent_endpoints import list_silent
from llmbattler.benchmarks.runs.models import Gate, Run, RunStatus
from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database, Session, get_transaction_time
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

ENDPOINT = "openai http://127.0.0.1:9"


@pytest.fixture
async def run(resources: Resources) -> Run:
    """A run of one model on a server that nobody started."""
    settings = resources.get(Settings)
    offer = "models:\n  - {id: away, name: Away, model: away, base_url: 'http://127.0.0.1:9'}\n"
    (settings.data_dir / "models.yaml").write_text(offer)
    await refresh_catalog(resources.get(Database), resources.get(Caller), settings, starting=True)
    return Run(models=["away"], status=RunStatus.RUNNING)


async def report(session: Session, *, since: float, at: float = 0, heard: float | None = None) -> None:
    now = await get_transaction_time(session)
    heard_at = None if heard is None else now - timedelta(seconds=heard)
    given = {"silent_since": now - timedelta(seconds=since), "silent_at": now - timedelta(seconds=at)}
    session.add(Gate(endpoint=ENDPOINT, width=1, heard_at=heard_at, silent_error="closed", **given))
    await session.flush()


async def test_the_server_is_named_with_its_models(resources: Resources, run: Run) -> None:
    async with resources.get(Database).unit() as session:
        await report(session, since=20)
        (found,) = await list_silent(session, run=run, judges=[], with_address=True)
        assert (found.address, found.models, found.seconds) == ("http://127.0.0.1:9", ["away"], 20)
        (found,) = await list_silent(
            session, run=Run(models=[], status=run.status), judges=["away"], with_address=False
        )
        assert (found.address, found.error) == (None, "closed")
        for other in (Run(models=["else"], status=run.status), Run(models=["away"], status=RunStatus.PAUSED)):
            assert await list_silent(session, run=other, judges=[], with_address=True) == []


@pytest.mark.parametrize(
    ("times", "seconds"),
    [({"since": 60, "heard": 30}, 30), ({"since": 60, "heard": 1}, None), ({"since": 60, "at": 40}, None)],
    ids=["it answered later", "it just answered", "nobody reports it any more"],
)
async def test_only_what_is_still_so_counts(
    resources: Resources, run: Run, times: dict[str, float], seconds: float | None
) -> None:
    async with resources.get(Database).unit() as session:
        await report(session, **times)
        found = await list_silent(session, run=run, judges=[], with_address=True)
        assert [one.seconds for one in found] == ([] if seconds is None else [seconds])
