"""List, accept and ignore the models that discovery found."""

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, Changed, publish_all

from ...discovery.service import found_models
from ...models import FoundModel
from ...offers import at_address
from ...repository import lock_catalog
from ...schemas import AbilitiesOut
from ...service import show_price
from ..schemas import AdminModelOut, FoundModelOut, FoundModelsOut
from .changes import add_offer, find_place
from .views import ABILITIES, get_model


async def list_found(session: Session, *, ask: bool) -> FoundModelsOut:
    return FoundModelsOut(models=[_to_out(row) for row in await found_models.list_found(session)], ask=ask)


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
        ignored=row.ignored_at is not None,
    )


async def accept_found(session: Session, *, actor: Visitor | str, model_id: str) -> AdminModelOut:
    """Offer a found model, at the current address of its provider."""
    await lock_catalog(session)  # before the row, as discovery does, so that there is no deadlock
    row = await found_models.lock_found(session, model_id)
    offer = found_models.read_found(row)
    if offer.provider_id is not None:
        place = await find_place(session, offer.provider_id)
        offer = at_address(offer, connector=place.connector, base_url=place.base_url)
    await add_offer(session, actor=actor, offer=offer)
    await found_models.delete_found(session, row)
    return await get_model(session, model_id=model_id)


async def ignore_found(session: Session, *, actor: Visitor | str, model_id: str) -> None:
    """Hide a found model from now on; it can still be accepted."""
    row = await found_models.lock_found(session, model_id)
    if row.ignored_at is None:
        await found_models.ignore_found(session, row)
        await audit.record(session, actor=actor, action="model.ignored", subject=model_id)
        await publish_all(session, Changed(ADMIN_TOPIC, "found"))
