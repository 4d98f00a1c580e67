"""Models that discovery found: which are offered at once, and which wait for an admin's word."""

from collections.abc import Container, Sequence
from typing import Any, cast

from pydantic import TypeAdapter

from llmbattler.core.db import Session
from llmbattler.core.live import publish

from ..models import FoundModel
from ..offers import OfferedModel, leave_named
from ..providers.service import ADMIN
from ..repository import get_now
from . import repository

_offers = TypeAdapter(OfferedModel)


async def sort_found(
    session: Session, *, found: Sequence[OfferedModel], named: Sequence[OfferedModel], known: Container[str], ask: bool
) -> tuple[list[OfferedModel], list[str]]:
    """Give the models to offer now, and the ids of those that are new on the list of waiting ones.

    `named` are those of the file and those added by hand, which may be at the same address; `known` are all ids here.
    """
    found = _once_each(found)
    rows = {row.model_id: row for row in await repository.list_found(session)}
    ignored = {row.model_id for row in rows.values() if row.ignored_at is not None}
    fresh = [
        offer for offer in leave_named(found, named) if offer.model_id not in known and offer.model_id not in ignored
    ]
    waiting = [offer for offer in fresh if ask or offer.provider_id is not None]
    held_back = {offer.model_id for offer in waiting}
    new = [offer.model_id for offer in waiting if offer.model_id not in rows]
    for offer in waiting:
        _keep(session, offer, rows.get(offer.model_id))
    for row in rows.values():
        if row.model_id in known:
            await repository.remove_found(session, row)
    if new:
        await publish(session, ADMIN, "found")
    wanted = {offer.model_id for offer in fresh} - held_back
    # What a provider of the admin area has is offered when it is accepted, and from then on the admin area's own.
    open_to_all = [offer for offer in found if offer.provider_id is None]
    return [offer for offer in open_to_all if offer.model_id in wanted or offer.model_id in known], new


def _once_each(found: Sequence[OfferedModel]) -> list[OfferedModel]:
    """The first of each id: a provider of the admin area may bear the name of a place that is asked anyway."""
    once: dict[str, OfferedModel] = {}
    for offer in found:
        once.setdefault(offer.model_id, offer)
    return list(once.values())


def _keep(session: Session, offer: OfferedModel, row: FoundModel | None) -> None:
    facts = cast("dict[str, Any]", _offers.dump_python(offer, mode="json"))
    if row is None:
        repository.add_found(session, model_id=offer.model_id, provider_id=offer.provider_id, facts=facts)
    else:
        row.facts = facts


def read_found(row: FoundModel) -> OfferedModel:
    return _offers.validate_python(row.facts)


async def ignore(session: Session, row: FoundModel) -> None:
    row.ignored_at = await get_now(session)
