"""Samples that changed, with what both sides made of them."""

import pytest

from llmbattler.benchmarks.results.comparisons.schemas import FlipDirection, FlipsIn
from llmbattler.benchmarks.results.comparisons.service import list_flips
from llmbattler.benchmarks.runs.models import Outcome
from llmbattler.core.cursors import BadCursor
from llmbattler.core.db import Database
from tests.benchmarks.bench_rows import build_suite

from ..finished_runs import finish_run, make_samples


async def test_both_sides_are_shown_with_their_places(database: Database) -> None:
    async with database.unit() as session:
        later = await build_suite(session, samples=make_samples(10, first=5))
        one = await finish_run(session, answers={"alpha": [1.0, 0.0] * 5})
        two = await finish_run(session, version=later, answers={"beta": [0.25, 0.0, Outcome.UNPARSED, 1.0, 0.0] * 2})
        first, second = f"{one.run_id}:alpha", f"{two.run_id}:beta"
        found = (await list_flips(session, wanted=FlipsIn(first=first, second=second))).flips
    assert [(flip.sample_id, flip.first_position, flip.second_position, flip.change) for flip in found] == [
        ("sample-6", 6, 1, -1),
        ("sample-5", 5, 0, 0.25),
    ]
    assert found[0].excerpt == "How much is 6 and 6?"
    assert (found[0].first.outcome, found[0].second.outcome) == (Outcome.RIGHT, Outcome.WRONG)
    assert (found[0].first.total_ms, found[0].second.total_ms) == (60, 10)


async def test_an_answer_that_could_not_be_read_is_worse(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": [1.0, 1.0], "beta": [Outcome.UNPARSED, Outcome.FAILED]})
        wanted = FlipsIn(first=f"{run.run_id}:alpha", second=f"{run.run_id}:beta", direction=FlipDirection.WORSE)
        (flip,) = (await list_flips(session, wanted=wanted)).flips
        assert (flip.second.outcome, flip.change) == (Outcome.UNPARSED, -1)
        better = wanted.model_copy(update={"direction": FlipDirection.BETTER})
        assert (await list_flips(session, wanted=better)).flips == []


async def test_pages(database: Database) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": [0.0] * 7, "beta": [1.0] * 7})
        wanted = FlipsIn(first=f"{run.run_id}:alpha", second=f"{run.run_id}:beta", limit=3)
        places, cursor, pages = [], None, 0
        while pages == 0 or cursor is not None:
            page = await list_flips(session, wanted=wanted.model_copy(update={"cursor": cursor}))
            places += [flip.first_position for flip in page.flips]
            cursor, pages = page.next_cursor, pages + 1
    assert (places, pages) == (list(range(7)), 3)


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1.5", "²", "99999999999"])
async def test_foreign_cursors(database: Database, cursor: str) -> None:
    async with database.unit() as session:
        run = await finish_run(session, answers={"alpha": [0.0], "beta": [1.0]})
        wanted = FlipsIn(first=f"{run.run_id}:alpha", second=f"{run.run_id}:beta", cursor=cursor)
        with pytest.raises(BadCursor):
            await list_flips(session, wanted=wanted)
