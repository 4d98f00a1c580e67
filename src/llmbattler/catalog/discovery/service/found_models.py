"""Sort found models into those that are offered at once and those that wait for an admin."""

from collections.abc import Container, Sequence
from typing import Any, cast

from pydantic import TypeAdapter

from llmbattler.connectors.contract import ListedModel
from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.live import ADMIN_TOPIC, publish

from ...errors import FoundModelNotFound
from ...models import FoundModel, Source
from ...offers import OfferedModel, exclude_named
from ...providers.places import ProviderPlace
from ...repository import lock_catalog
from ...service import list_offered
from .. import repository
from ..selection import choose_models
from ..targets import DiscoveryTarget

MOST_NAMED = 5
_offers = TypeAdapter(OfferedModel)


async def sort_found(
    session: Session, *, found: Sequence[OfferedModel], named: Sequence[OfferedModel], known: Container[str], ask: bool
) -> tuple[list[OfferedModel], list[str]]:
    """Return the models to offer now, and the ids of those that are new among the waiting ones.

    `named` are the models of the catalog file and those added by admins, which may have the same address; `known` are
    all ids in the catalog.
    """
    found = _unique(found)
    rows = {row.model_id: row for row in await repository.list_found(session)}
    ignored = {row.model_id for row in rows.values() if row.ignored_at is not None}
    fresh = [
        offer for offer in exclude_named(found, named) if offer.model_id not in known and offer.model_id not in ignored
    ]
    waiting = [offer for offer in fresh if ask or offer.provider_id is not None]
    waiting_ids = {offer.model_id for offer in waiting}
    new = [offer.model_id for offer in waiting if offer.model_id not in rows]
    for offer in waiting:
        _store(session, offer, rows.get(offer.model_id))
    for row in rows.values():
        if row.model_id in known:
            await repository.delete_found(session, row)
    if new:
        await publish(session, ADMIN_TOPIC, "found")
    wanted = {offer.model_id for offer in fresh} - waiting_ids
    # Models of a provider of the admin area are offered once they are accepted, and are then the admin's own.
    discovered = [offer for offer in found if offer.provider_id is None]
    return [offer for offer in discovered if offer.model_id in wanted or offer.model_id in known], new


async def add_listed(session: Session, *, place: ProviderPlace, listed: Sequence[ListedModel]) -> None:
    """Let the models that a provider of the admin area lists wait for an admin."""
    await lock_catalog(session)
    models = await list_offered(session)
    named = [model for model in models if model.source in {Source.FILE, Source.MANUAL}]
    found = choose_models(DiscoveryTarget.of_provider(place), listed)
    await sort_found(session, found=found, named=named, known={model.model_id for model in models}, ask=True)


def _unique(found: Sequence[OfferedModel]) -> list[OfferedModel]:
    """Keep the first model of each id: a provider of the admin area may have the name of a built-in target."""
    first: dict[str, OfferedModel] = {}
    for offer in found:
        first.setdefault(offer.model_id, offer)
    return list(first.values())


def _store(session: Session, offer: OfferedModel, row: FoundModel | None) -> None:
    facts = cast("dict[str, Any]", _offers.dump_python(offer, mode="json"))
    if row is None:
        repository.add_found(session, model_id=offer.model_id, provider_id=offer.provider_id, facts=facts)
    else:
        row.facts = facts


def read_found(row: FoundModel) -> OfferedModel:
    return _offers.validate_python(row.facts)


async def list_found(session: Session) -> Sequence[FoundModel]:
    return await repository.list_found(session)


async def lock_found(session: Session, model_id: str) -> FoundModel:
    return (await lock_all_found(session, [model_id]))[0]


async def lock_all_found(session: Session, model_ids: Sequence[str]) -> Sequence[FoundModel]:
    """Lock found models; one that does not exist is a failure."""
    rows = {row.model_id: row for row in await repository.lock_all_found(session, model_ids)}
    if missing := [model_id for model_id in model_ids if model_id not in rows]:
        raise FoundModelNotFound(", ".join(missing[:MOST_NAMED]))
    return [rows[model_id] for model_id in model_ids]


async def ignore_found(session: Session, row: FoundModel) -> None:
    row.ignored_at = await get_transaction_time(session)


async def delete_found(session: Session, row: FoundModel) -> None:
    await repository.delete_found(session, row)
