"""Models for runs: known to the catalog, and never called."""

from decimal import Decimal
from typing import Any

from llmbattler.accounts.schemas import AccountKind, Visitor
from llmbattler.catalog.models import ModelStatus, PlaceKind, PriceSource, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.prices import Price
from llmbattler.catalog.service import sync_catalog
from llmbattler.core.db import Session

ANYBODY = Visitor(None)
OPERATOR = Visitor(None, AccountKind.ADMIN)
DOLLAR = Price(Decimal(1), Decimal(2), PriceSource.FILE)
"""One dollar for a million tokens read, two for a million written."""


def model(model_id: str, **changes: Any) -> OfferedModel:
    given: dict[str, Any] = {
        "model_id": model_id,
        "name": model_id.title(),
        "connector": "openai",
        "model": model_id,
        "base_url": "https://models.example.org/v1",
        "source": Source.FILE,
        "place": PlaceKind.CLOUD,
        "price": DOLLAR,
    }
    return OfferedModel(**{**given, **changes})


async def offer(session: Session, *more: OfferedModel) -> None:
    """Alpha and beta have a price, gamma has none, rest is paused."""
    resting = model("rest", status=ModelStatus.PAUSED)
    await sync_catalog(session, offers=[model("alpha"), model("beta"), model("gamma", price=None), resting, *more])
