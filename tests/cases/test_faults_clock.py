"""F58 and F59 of the listed faults: the clock of the process is wrong or jumps, and the world has other time zones."""

import ast
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Self

import psycopg
import pytest
from procrastinate.periodic import PeriodicDeferrer
from psycopg import sql
from sqlalchemy import text
from tests.arena.conftest import ALPHA, BETA, Person, offer
from tests.arena.rows import all_rows, all_votes
from tests.arena.vote_counts.ballots import ballot, put
from tests.arena.voting.voter_facts import find
from tests.cases.replicas import is_delta, open_stream

from llmbattler.arena.models import Battle, VoteMode
from llmbattler.catalog.models import ModelCall
from llmbattler.core import clock as core_clock
from llmbattler.core import ids
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.ids import uuid7
from llmbattler.core.jobs import JobQueue
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.generation.streams.flow import sweep_generations
from llmbattler.generation.streams.service import GenerationOwners
from llmbattler.testing import Script, ScriptedProvider

SOURCE = Path(__file__).parents[2] / "src" / "llmbattler"
TEN_MINUTES, HOUR = 600, 3600
QUICK = timedelta(seconds=60)


class Clock:
    """The clock on the wall of this process, which can be set wrong. The monotonic one cannot."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wrong_by = 0
        right, right_ns = time.time, time.time_ns
        monkeypatch.setattr(time, "time", lambda: right() + self.wrong_by)
        monkeypatch.setattr(time, "time_ns", lambda: right_ns() + self.wrong_by * 10**9)
        clock = self

        class Wrong(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Self:
                return super().now(tz) + timedelta(seconds=clock.wrong_by)

        monkeypatch.setattr(core_clock, "datetime", Wrong)
        monkeypatch.setattr(ids, "_last", ids._last)  # ids after the test go on from before it


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}, and then some more words.", chunk_size=3))
        yield provider


@pytest.fixture
async def person(site: str, resources: Resources, provider: ScriptedProvider) -> AsyncIterator[Person]:
    await offer(resources, provider, ALPHA, BETA)
    person = Person(site)
    yield person
    await person.http.aclose()


@pytest.mark.parametrize("wrong_by", [TEN_MINUTES, -TEN_MINUTES])
async def test_f58_a_wrong_clock_changes_no_order_and_no_duration(
    person: Person,
    clock: Clock,
    provider: ScriptedProvider,
    database: Database,
    resources: Resources,
    wrong_by: int,
) -> None:
    cast = []
    for skew in (0, wrong_by, -HOUR):
        for model in (ALPHA, BETA):
            provider.hold(model, at=3)
        async with open_stream(person, "/api/sessions", {"prompt": f"Hello {skew}?"}) as stream:
            heard = await stream.read(is_delta)
            clock.wrong_by = skew  # in the middle of the answer
            assert await sweep_generations(database, resources.get(GenerationOwners)) == 0
            for model in (ALPHA, BETA):
                provider.release(model)
            await stream.read()
        assert heard.names[-1] == "done"
        details = (await person.vote(heard.battle_id)).json()["details"]
        for side in details.values():
            assert 0 <= side["first_token_ms"] <= side["latency_ms"] < QUICK.total_seconds() * 1000
        cast.append(heard.battle_id)
    votes = sorted(await all_votes(database), key=lambda vote: (vote.created_at, vote.vote_id))
    assert [str(vote.battle_id) for vote in votes] == cast
    right = datetime.now(UTC)
    rows = [*votes, *await all_rows(database, Battle), *await all_rows(database, ModelCall)]
    assert all(abs(row.created_at - right) < QUICK for row in rows)
    listed = (await person.get("/api/sessions"))["sessions"]
    assert [one["title"] for one in listed] == ["Hello -3600?", f"Hello {wrong_by}?", "Hello 0?"]


def test_f58_names_keep_their_order_when_the_clock_jumps_back(clock: Clock) -> None:
    made = []
    for clock.wrong_by in (0, TEN_MINUTES, -TEN_MINUTES, -HOUR, 0):
        made += [uuid7() for _ in range(100)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)


async def test_f58_a_clock_that_jumps_back_repeats_no_job(resources: Resources, database: Database) -> None:
    """Of two processes whose clocks disagree each may schedule the same one; all our jobs bear that."""
    queue = resources.get(JobQueue)
    queue._register(resources)
    scheduler, now = PeriodicDeferrer(queue.app.periodic_registry), time.time()
    for wrong_by in (0, -HOUR, 0, TEN_MINUTES, -TEN_MINUTES, TEN_MINUTES):
        await scheduler.defer_jobs(scheduler.get_previous_tasks(at=now + wrong_by))
        async with database.unit() as session:  # as if they had run at once
            await session.execute(text("UPDATE procrastinate_jobs SET status = 'succeeded' WHERE status = 'todo'"))
    async with database.unit() as session:
        query = "SELECT task_name, args->>'timestamp', count(*) FROM procrastinate_jobs GROUP BY 1, 2"
        found = await session.execute(text(query))
        scheduled = {(task, moment): count for task, moment, count in found}
    assert set(scheduled.values()) == {1}
    assert len({moment for task, moment in scheduled if task == "core.retry_stalled"}) == 2


# Where the clock on the wall may be read, and why a wrong one does no harm there.
WALL_CLOCK = {
    "arena/conversation.py": "a time shown beside a message; order is that of the list",
    "arena/integrity/service/suspects.py": "when somebody decided, for the eye only",
    "connectors/provider_errors.py": "a Retry-After given as a date, capped",
    "core/clock.py": "the one place that reads it; its callers are in this list",
    "core/demo.py": "until when a recorded past reaches",
    "core/ids.py": "only the order counts, and that is kept whatever the clock does",
    "core/logs.py": "the time of a log line",
    "core/partitions.py": "which months are added; three are ahead, and rows of others go to the default partition",
    "core/storage/local.py": "compared with the times of files, which come from the same clock",
    "core/storage/s3.py": "the service demands the time of the signer",
    "core/versions/service.py": "when somebody saved a version; the order is that of the numbers",
    "core/webhooks.py": "the moment that a signature covers, so that an old message is not believed again",
    "ratings/imports/files.py": "a vote from after tomorrow is a mistake",
}
RANKED = ("arena", "connectors", "core", "ratings")


def test_f58_the_clock_on_the_wall_is_read_in_few_places() -> None:
    found = set()
    for path in (path for slice_ in RANKED for path in (SOURCE / slice_).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and (_owner(node), node.attr) in READS:
                found.add(str(path.relative_to(SOURCE)))
    assert found - WALL_CLOCK.keys() == set()


READS = {("clock", "now"), ("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")} | {
    ("time", name) for name in ("time", "time_ns", "localtime", "gmtime", "ctime")
}


def _owner(node: ast.Attribute) -> str:
    return node.value.id if isinstance(node.value, ast.Name) else ""


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"])
async def test_f59_days_begin_at_midnight_utc_wherever_the_database_is(
    settings: Settings, address: DatabaseAddress, zone: str
) -> None:
    async with await psycopg.AsyncConnection.connect(address.url, autocommit=True) as connection:
        name = sql.Identifier(str(connection.info.dbname))
        await connection.execute(sql.SQL("ALTER DATABASE {} SET timezone = {}").format(name, zone))
    database = Database(address, settings)
    async with database.unit() as session:
        midnight = (await session.execute(text("SELECT date_trunc('day', now(), 'UTC')"))).scalar_one()
        assert midnight.utcoffset() == timedelta(0)
    second = timedelta(seconds=1)
    times = {"before": midnight - second, "at": midnight, "after": midnight + second}
    await put(database, *(ballot("a", "b", "tie", address=name, created_at=at) for name, at in times.items()))
    counted = {name: (await find(database, mode=VoteMode.BATTLE, address=name)).votes_today for name in times}
    assert counted == {"before": 0, "at": 1, "after": 1}
    await put(database, *(ballot("a", "b", "tie", address="odd", created_at=at) for at in ODD_TIMES))
    stored = [vote.created_at for vote in await all_votes(database) if vote.address == "odd"]
    assert sorted(stored) == sorted(ODD_TIMES)
    await database.close()


ODD_TIMES = [
    datetime(2024, 2, 29, 23, 59, 59, tzinfo=UTC),
    datetime(2026, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2027, 3, 28, 1, 30, tzinfo=UTC),  # Berlin skips an hour
    datetime(2026, 11, 1, 5, 30, tzinfo=UTC),  # New York has this hour twice
    datetime(2026, 11, 1, 6, 30, tzinfo=UTC),
]
