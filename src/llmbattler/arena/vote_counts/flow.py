"""Requests a refresh of the boards after each vote, and runs the work of hours and recounts beside it.

Large reads and fits hold no lock and no unit of work that writes, so votes reach the boards meanwhile.
"""

import asyncio
from collections.abc import Callable

from llmbattler.core.db import Database
from llmbattler.core.errors import Unavailable
from llmbattler.core.jobs import JobQueue
from llmbattler.core.live import LiveHub
from llmbattler.core.logs import get_logger
from llmbattler.ratings.imports import service as imports
from llmbattler.ratings.service import HUMAN, OVERALL, RatingRules, refits, status, vote_counts

from ..judges import service as judges
from ..topics import REFRESH, VOTED
from .service import corrections, counts
from .service.counts import WORKER, CountReport

PAUSE_SECONDS = 1.0
Report = Callable[[str], None]
"""Called with what is done now."""

_log = get_logger(__name__)


async def request_refreshes(hub: LiveHub, queue: JobQueue) -> None:
    """Run until cancelled. Several processes may see the same vote; one waiting job serves all of them."""
    task = asyncio.current_task()
    with hub.subscribe(VOTED) as votes:
        # A driver may swallow a cancellation that arrives just as it finishes.
        while task is None or not task.cancelling():
            await votes.next()
            votes.clear()  # before the pause: votes during the pause must be noticed
            try:
                await queue.defer(REFRESH, lock=REFRESH)
            except Unavailable:
                _log.warning("could not request a refresh of the boards; the job that runs each minute will do it")
            await asyncio.sleep(PAUSE_SECONDS)


async def check_boards(database: Database, *, rules: RatingRules, replay: bool = False) -> None:
    """Compare the counts with the votes, correct them if they differ, and fit what is too slow for every vote.

    With `replay`, compute the Elo ratings anew even if the counts are right.
    """
    if not await correct_counts(database, rules=rules, replay=replay):
        _log.warning("the counts differed from the votes and were corrected")
    await refresh_slow_figures(database, rules=rules)
    async with database.batch_unit() as session:
        await judges.recount(session, rules=rules)
    await _refresh_styled(database, rules=rules)


async def recount_boards(database: Database, *, rules: RatingRules, report: Report) -> CountReport:
    """Recount everything and refit all boards. The numbers are the same as when votes are counted one by one."""
    report("Counting votes…")
    settled = await _settle(database, rules)
    await correct_counts(database, rules=rules, replay=True)
    async with database.batch_unit() as session:
        facets = await vote_counts.list_facets(session, source=HUMAN)
    for facet in sorted(facets):  # one in a unit of work, because new votes wait for the lock
        async with database.batch_unit() as session:
            await vote_counts.lock(session)
            await refits.refresh_boards(session, source=HUMAN, facets=[facet], rules=rules)
    async with database.batch_unit() as session:
        await status.save_run(session, worker=WORKER, votes=settled.processed)
    await refresh_slow_figures(database, rules=rules)
    report("Counting the verdicts of judges…")
    async with database.batch_unit() as session:
        await judges.recount(session, rules=rules)
    report("Counting imported votes…")
    async with database.batch_unit() as session:
        await imports.recount(session, rules=rules)
    report("Fitting the style-controlled boards…")
    await _refresh_styled(database, rules=rules)
    return settled


async def _settle(database: Database, rules: RatingRules) -> CountReport:
    """Process votes that are pending or failed, and measure the style of those that have no measures."""
    async with database.batch_unit() as session:
        settled = await counts.settle_unprocessed(session)
    async with database.batch_unit() as session:
        new = await counts.count_pending(session, rules=rules)
        settled = CountReport(settled.processed + new.processed, settled.failed + new.failed)
    measured = counts.AT_ONCE
    while measured >= counts.AT_ONCE:
        async with database.batch_unit() as session:
            measured = await counts.measure_some(session)
    return settled


async def correct_counts(database: Database, *, rules: RatingRules, replay: bool = False) -> bool:
    """Compare the counts with the votes and correct them. Return whether they were right."""
    async with database.batch_unit() as session:
        async with database.batch_unit() as held:
            await vote_counts.lock(held)
            await corrections.lock_snapshot(session)
        found = await corrections.find_differences(session, replay=replay)
    if (found.missing or replay) and not await _apply(database, found, rules):
        _log.info("votes were excluded or restored meanwhile, which recounts them")
    return not found.missing


async def _apply(database: Database, found: corrections.Differences, rules: RatingRules) -> bool:
    async with database.batch_unit() as session:
        applied = await corrections.apply_elo(session, found=found)
    for facet in found.missing.list_facets():
        async with database.batch_unit() as session:
            applied = applied and await corrections.apply_facet(session, found=found, facet=facet, rules=rules)
    return applied


async def refresh_slow_figures(database: Database, *, rules: RatingRules) -> None:
    """Update what changes without a vote or is slow: the recent board, and how robust the first place is."""
    async with database.batch_unit() as session:
        await vote_counts.lock(session)
        await refits.refresh_boards(session, source=HUMAN, facets=[OVERALL], rules=rules)
        found = await refits.read_overall(session)
    votes = await refits.compute_robustness(found, rules=rules)
    async with database.unit() as session:
        await refits.write_robustness(session, votes=votes)


async def _refresh_styled(database: Database, *, rules: RatingRules) -> None:
    async with database.batch_unit() as session:
        exclusions = await counts.read_exclusions(session)
        votes = await counts.read_styled(session)
    boards = await asyncio.to_thread(votes.fit)
    async with database.batch_unit() as session:
        await counts.write_styled(session, boards=boards, rules=rules, exclusions=exclusions)
