"""The hourly check and a recount with many votes, and how long new votes take to the boards meanwhile (README.md)."""

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text

from llmbattler.arena.vote_counts import flow
from llmbattler.arena.vote_counts.service import counts
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import migrate
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules

RULES = RatingRules()
PAUSE_SECONDS = 1.0
REST_SECONDS = 30.0
"""In which no job runs, for comparison."""
VOTE_LIMIT = 5.0
"""Seconds in which a vote must be on the board, also while a batch job runs."""
FILL = """
INSERT INTO votes (vote_id, battle_id, session_id, voter, vote, left_model_id, right_model_id, mode, categories,
                   language, turns, counted, prompt_hash, style, processing_status, processed_at, created_at)
SELECT uuidv7(), uuidv7(), uuidv7(), 'voter-' || (i % 5000),
       (ARRAY['tie', 'left_better', 'right_better', 'right_better', 'both_bad'])[1 + (random() * 4)::int],
       'model-' || a, 'model-' || b, 'battle',
       CASE WHEN i % 3 = 0 THEN ARRAY['coding'] WHEN i % 3 = 1 THEN ARRAY['math', 'hard'] ELSE '{}'::text[] END,
       (ARRAY['en', 'en', 'en', 'de', 'fr', 'zh'])[1 + i % 6], 1, true, '',
       ARRAY[(random() * 900)::int, 1, 2, 3, (random() * 900)::int, 0, 2, 1], 'processed', now(),
       now() - interval '1 day' - interval '1 second' * ((:votes - i) * 31536000.0 / :votes)
FROM (SELECT i, (random() * (:models - 1))::int AS a, 1 + (random() * (:models - 2))::int AS step
      FROM generate_series(CAST(:first AS int), CAST(:last AS int)) AS i) AS drawn,
     LATERAL (SELECT (a + step) % :models AS b) AS other
WHERE a <> b
"""
VOTE = """
INSERT INTO votes (vote_id, battle_id, session_id, voter, vote, left_model_id, right_model_id, mode, turns, counted,
                   prompt_hash, style)
VALUES (uuidv7(), uuidv7(), uuidv7(), 'new', 'tie', 'model-0', 'model-1', 'battle', 1, true, '', '{1,1,1,1,1,1,1,1}')
"""
DAMAGE = "UPDATE pair_totals SET ties = ties + 1 WHERE source = 'human'"
AT_ONCE = 500_000
FILL_MINUTES = 30
INDEXES = """
SELECT indexname, indexdef FROM pg_indexes
WHERE tablename = 'votes' AND indexname NOT IN (SELECT conname FROM pg_constraint) AND schemaname = current_schema()
"""


@dataclass
class Measured:
    """Seconds of a job, and of each vote that was cast while it ran until it was on the board."""

    seconds: float
    votes: list[float] = field(default_factory=list)

    @property
    def slowest(self) -> float:
        return max(self.votes, default=0.0)


async def fill(database: Database, *, votes: int, models: int) -> None:
    """Add votes, and their indexes afterwards: updating each index for each row takes several times as long."""
    async with database.batch_unit() as session:
        indexes = (await session.execute(text(INDEXES))).all()
        for name, _ in indexes:
            await session.execute(text(f"DROP INDEX {name}"))
    for first in range(1, votes + 1, AT_ONCE):
        given = {"votes": votes, "models": models, "first": first, "last": min(votes, first + AT_ONCE - 1)}
        async with database.batch_unit() as session:
            await session.execute(text("SET LOCAL synchronous_commit = off"))
            await session.execute(text(FILL), given)
    for _, definition in indexes:
        async with database.batch_unit() as session:
            await session.execute(text("SET LOCAL maintenance_work_mem = '512MB'"))
            await session.execute(text(definition))
    await _vacuum(database)


async def _vacuum(database: Database) -> None:
    """Do what autovacuum does within minutes after so many new rows."""
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text(f"SET statement_timeout = '{FILL_MINUTES}min'"))
        await connection.execute(text("VACUUM (ANALYZE) votes"))
        await connection.execute(text("RESET statement_timeout"))


async def measure(
    database: Database, job: Callable[[], Awaitable[object]], *, pause: float = PAUSE_SECONDS
) -> Measured:
    """Run a job, and cast and count a vote every second meanwhile, as a worker does."""
    started = time.monotonic()
    task = asyncio.ensure_future(job())
    found = Measured(0)
    while not task.done():
        found.votes.append(await cast_vote(database))
        await asyncio.wait([task], timeout=pause)
    await task
    found.seconds = time.monotonic() - started
    return found


async def cast_vote(database: Database) -> float:
    started = time.monotonic()
    async with database.unit() as session:
        await session.execute(text(VOTE))
    async with database.unit() as session:
        report = await counts.count_pending(session, rules=RULES)
    assert report.processed == 1
    return time.monotonic() - started


async def run_all(
    database: Database, *, pause: float = PAUSE_SECONDS, rest_seconds: float = REST_SECONDS
) -> dict[str, Measured]:
    """Count everything once. Then measure without a job, the check, the check of wrong counts, and a whole recount."""

    async def recount() -> None:
        await flow.recount_boards(database, rules=RULES, report=lambda _: None)

    async def rest() -> None:
        await asyncio.sleep(rest_seconds)

    async def check() -> None:
        await flow.check_boards(database, rules=RULES)

    async def damage() -> None:
        async with database.batch_unit() as session:
            await session.execute(text(DAMAGE))

    await flow.correct_counts(database, rules=RULES)
    found = {}
    for name, job, before in (
        ("nothing", rest, None),
        ("the hourly check", check, None),
        ("the hourly check, all counts are wrong", check, damage),
        ("`llmbattler ratings recompute`", recount, None),
    ):
        if before is not None:
            await before()
        found[name] = one = await measure(database, job, pause=pause)
        print(f"{name}: {one.seconds:.1f} s, {len(one.votes)} votes, slowest {one.slowest:.2f} s", file=sys.stderr)
    assert await flow.correct_counts(database, rules=RULES), "the counts differ from the votes"
    return found


async def run_site(arguments: argparse.Namespace, url: str) -> dict[str, Measured]:
    database = Database(DatabaseAddress.parse(url), Settings(discovery=False))  # type: ignore[call-arg]
    try:
        async with database.batch_unit() as session:
            there = (await session.execute(text("SELECT count(*) FROM votes"))).scalar_one()
        if not there:
            started = time.monotonic()
            await fill(database, votes=arguments.votes, models=arguments.models)
            print(f"filled in {time.monotonic() - started:.0f} s", file=sys.stderr)
        return await run_all(database)
    finally:
        await database.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--votes", type=int, default=10_000_000)
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--folder", type=Path, help="Keep the database here, and use its votes the next time.")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="llmb-") as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        server = EmbeddedPostgres(folder / "postgres")
        try:
            url = server.start()
            migrate(DatabaseAddress.parse(url))
            found = asyncio.run(run_site(arguments, url))
        finally:
            server.stop()
    limit = Settings().database_batch_timeout
    print(f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}, {arguments.votes:,} votes\n")
    print("| job | seconds | limit of one query | votes meanwhile | slowest vote to the board | limit |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, one in found.items():
        slowest = f"{one.slowest:.2f} s | {VOTE_LIMIT:.0f} s"
        print(f"| {name} | {one.seconds:.1f} | {limit:.0f} | {len(one.votes)} | {slowest} |")
    if any(one.slowest > VOTE_LIMIT for one in found.values()):
        sys.exit("A vote took too long to the board.")


if __name__ == "__main__":
    main()
