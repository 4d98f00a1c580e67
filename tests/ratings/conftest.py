"""Four offered models and some hundred counted votes between them."""

from decimal import Decimal

import pytest

from llmbattler.arena.vote_counts.service import counts as counting
from llmbattler.catalog import service as catalog
from llmbattler.catalog.models import PlaceKind, PriceSource, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.prices import Price
from llmbattler.core.db import Database
from llmbattler.ratings.service import RatingRules
from tests.arena.vote_counts.ballots import STRENGTH, put, random_ballots

MAKERS = {
    "ant": ("Acme", "MIT", "1"),
    "bee": ("Acme", "Apache-2.0", "9"),
    "cat": ("Bell", "MIT", "3"),
    "dog": (None, None, None),
}


def offers() -> list[OfferedModel]:
    return [
        OfferedModel(
            model_id=name,
            name=name.capitalize(),
            connector="openai",
            model=name,
            source=Source.FILE,
            place=PlaceKind.CLOUD,
            organization=MAKERS[name][0],
            license=MAKERS[name][1],
            price=Price(Decimal(price), Decimal(price) * 2, PriceSource.FILE) if (price := MAKERS[name][2]) else None,
        )
        for name in STRENGTH
    ]


async def count(database: Database) -> None:
    async with database.unit() as session:
        await counting.count_pending(session, rules=RatingRules())


@pytest.fixture
async def offered(database: Database) -> None:
    async with database.unit() as session:
        await catalog.sync_catalog(session, offers=offers())


@pytest.fixture
async def voted(offered: None, database: Database) -> None:
    await put(database, *random_ballots(500))
    await count(database)
