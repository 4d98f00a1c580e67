"""List, accept and ignore the models that discovery found."""

import math
from collections.abc import Mapping, Sequence

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, Changed, publish_all

from ...discovery.selection import read_version
from ...discovery.service import found_models
from ...errors import ProviderNotFound
from ...models import FoundModel
from ...offers import OfferedModel, at_address
from ...providers.places import ProviderPlace
from ...providers.service.providers import list_provider_places
from ...repository import lock_catalog
from ...schemas import AbilitiesOut
from ...service import show_price
from ..schemas import AcceptedOut, AdminModelOut, FoundModelOut, FoundModelsOut
from .changes import add_offers
from .views import ABILITIES, get_model


async def list_found(session: Session, *, ask: bool) -> FoundModelsOut:
    """List found models, the newest first where the provider says how old they are."""
    models = sorted((_to_out(row) for row in await found_models.list_found(session)), key=_newest_first)
    return FoundModelsOut(models=models, ask=ask)


def _newest_first(model: FoundModelOut) -> tuple[float, tuple[float, ...], str]:
    age = -model.released_at.timestamp() if model.released_at is not None else 0.0
    return age, tuple(-number for number in read_version(model.model)) or (math.inf,), model.model_name.lower()


def _to_out(row: FoundModel) -> FoundModelOut:
    offer = found_models.read_found(row)
    return FoundModelOut(
        model_id=offer.model_id,
        model_name=offer.name,
        model=offer.model,
        connector=offer.connector,
        base_url=offer.base_url,
        place=offer.place,
        provider_id=offer.provider_id,
        organization=offer.organization,
        abilities=AbilitiesOut(**{name: getattr(offer.abilities, name) for name in ABILITIES}),
        context_length=offer.context_length,
        price=show_price(offer.price),
        found_at=row.found_at,
        released_at=offer.released_at,
        ignored=row.ignored_at is not None,
    )


async def accept_found(session: Session, *, actor: Visitor | str, model_id: str) -> AdminModelOut:
    """Offer a found model, at the current address of its provider."""
    await accept_all_found(session, actor=actor, model_ids=[model_id])
    return await get_model(session, model_id=model_id)


async def accept_all_found(session: Session, *, actor: Visitor | str, model_ids: Sequence[str]) -> AcceptedOut:
    """Offer all of these found models, or none."""
    await lock_catalog(session)  # before the rows, as discovery does, so that there is no deadlock
    rows = await found_models.lock_all_found(session, list(dict.fromkeys(model_ids)))
    places = {place.provider_id: place for place in await list_provider_places(session)}
    await add_offers(session, actor=actor, offers=[_to_offer(row, places) for row in rows])
    for row in rows:
        await found_models.delete_found(session, row)
    return AcceptedOut(accepted=[row.model_id for row in rows])


def _to_offer(row: FoundModel, places: Mapping[str, ProviderPlace]) -> OfferedModel:
    offer = found_models.read_found(row)
    if offer.provider_id is None:
        return offer
    place = places.get(offer.provider_id)
    if place is None:
        raise ProviderNotFound
    return at_address(offer, connector=place.connector, base_url=place.base_url)


async def ignore_found(session: Session, *, actor: Visitor | str, model_id: str) -> None:
    """Hide a found model from now on; it can still be accepted."""
    row = await found_models.lock_found(session, model_id)
    if row.ignored_at is None:
        await found_models.ignore_found(session, row)
        await audit.record(session, actor=actor, action="model.ignored", subject=model_id)
        await publish_all(session, Changed(ADMIN_TOPIC, "found"))
