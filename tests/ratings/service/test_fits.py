import pytest

from llmbattler.core.db import Database
from llmbattler.ratings.boards import BoardKind, BoardName
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.service import fits
from llmbattler.ratings.service.fits import KEPT_SECONDS, Fits, Fitted
from tests.clock import Clock
from tests.statement_log import record_statements

pytestmark = pytest.mark.usefixtures("voted")

NAME = BoardName(BoardKind.OVERALL)


async def get_fit(database: Database, kept: Fits, name: BoardName = NAME) -> tuple[Fitted, int]:
    """The fit, and how many statements it took."""
    with record_statements(database) as statements:
        async with database.unit() as session:
            found = await kept.get(session, name, RatingRules())
    return found, len(statements)


async def test_a_board_is_fitted_once_until_votes_are_counted_or_a_minute_has_passed(database: Database) -> None:
    clock = Clock()
    kept = Fits(clock)
    first, statements = await get_fit(database, kept)
    assert statements > 0
    assert len(first.ratings.models) == 4
    clock.now += KEPT_SECONDS - 1
    assert await get_fit(database, kept) == (first, 0)
    clock.now += 1
    second, statements = await get_fit(database, kept)
    assert (second is first, statements > 0) == (False, True)
    kept.invalidate()
    third, statements = await get_fit(database, kept)
    assert (third is second, statements > 0) == (False, True)


async def test_what_is_kept_is_bounded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fits, "MOST_CELLS", 20)
    kept = Fits(Clock())
    await get_fit(database, kept)
    assert (await get_fit(database, kept))[1] == 0
    for kind in (BoardKind.SIDE_BY_SIDE, BoardKind.LAST_30_DAYS):
        await get_fit(database, kept, BoardName(kind))
    assert (await get_fit(database, kept))[1] > 0
