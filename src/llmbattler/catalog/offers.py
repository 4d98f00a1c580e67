"""A model as this site offers it, and which source takes precedence when several name the same model."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from llmbattler.connectors.contract import Abilities

from .models import ModelStatus, PlaceKind, PriceSource, Source
from .prices import Address, Price, find_context_length, find_price
from .tokens import CHARACTERS_PER_TOKEN

EMBEDDED_CONNECTOR = "embedded"
PAIR = 2
"""With fewer other models than a battle needs, the embedded ones are offered too."""
BUILT_IN_MODEL = "smollm2-135m-instruct"
EMBEDDED_PAUSED = "Other models are available; list this one in models.yaml to keep it."


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedModel:
    """Everything known about one model, as other slices see it."""

    model_id: str
    name: str
    connector: str
    model: str
    source: Source
    place: PlaceKind
    base_url: str = ""
    api_key_env: str | None = None
    provider_id: str | None = None
    organization: str | None = None
    license: str | None = None
    description: str | None = None
    status: ModelStatus = ModelStatus.ACTIVE
    note: str | None = None
    abilities: Abilities = field(default_factory=Abilities)
    context_length: int | None = None
    price: Price | None = None
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)
    system_prompt: str | None = field(default=None, repr=False)
    weight: float = 1.0
    released_at: datetime | None = None
    """When the provider published it. Known of found models; not stored with the models of the site."""

    @property
    def longest_text(self) -> float:
        """Estimate how many characters it can read; infinite when its context length is unknown."""
        return math.inf if self.context_length is None else self.context_length * CHARACTERS_PER_TOKEN

    @property
    def address(self) -> Address:
        return Address(self.connector, self.base_url, self.model)

    @property
    def active(self) -> bool:
        return self.status is ModelStatus.ACTIVE


def is_built_in(offer: OfferedModel) -> bool:
    """Tell whether this is the small model that comes with the site, and not one that somebody chose."""
    return offer.source is Source.EMBEDDED and offer.model == BUILT_IN_MODEL


def merge_offers(
    *,
    listed: Sequence[OfferedModel],
    discovered: Sequence[OfferedModel],
    embedded: Sequence[OfferedModel],
    manual: Sequence[OfferedModel] = (),
) -> list[OfferedModel]:
    """Merge by precedence: added by admins, catalog file, discovered; embedded models are paused when there are others.

    The models added by admins are not part of the result.
    """
    manual_ids = {offer.model_id for offer in manual}
    kept = [offer for offer in listed if offer.model_id not in manual_ids]
    ids = manual_ids | {offer.model_id for offer in kept}
    addresses = {_key(offer) for offer in (*manual, *kept)}
    found = [offer for offer in discovered if offer.model_id not in ids and _key(offer) not in addresses]
    others = sum(offer.active for offer in (*manual, *kept, *found))
    ids |= {offer.model_id for offer in found}
    included = [
        replace(offer, status=ModelStatus.PAUSED, note=EMBEDDED_PAUSED) if others >= PAIR and offer.active else offer
        for offer in embedded
        if offer.model_id not in ids
    ]
    return [*kept, *found, *included]


def exclude_named(found: Sequence[OfferedModel], named: Sequence[OfferedModel]) -> list[OfferedModel]:
    """Drop found models whose id or address a named model has."""
    ids = {offer.model_id for offer in named}
    addresses = {_key(offer) for offer in named}
    return [offer for offer in found if offer.model_id not in ids and _key(offer) not in addresses]


def at_address(offer: OfferedModel, *, connector: str, base_url: str) -> OfferedModel:
    """Return the model at another address, with the listed price there unless it has a price of its own."""
    place = guess_place(connector, base_url)
    address = Address(connector, base_url, offer.model)
    own_price = offer.price is not None and offer.price.source is PriceSource.FILE
    return replace(
        offer,
        connector=connector,
        base_url=base_url,
        place=place,
        price=offer.price if own_price else find_price(address, place),
        context_length=offer.context_length or find_context_length(address),
    )


def find_duplicate(model: OfferedModel, named: Sequence[OfferedModel]) -> OfferedModel | None:
    """Find the model of the catalog file, or added by an admin, that has the same address under another id."""
    return next((offer for offer in named if _takes_precedence(offer) and _key(offer) == _key(model)), None)


def _takes_precedence(offer: OfferedModel) -> bool:
    # An admin who retired a model of the admin area may want the discovered one; an entry of the file still counts.
    return offer.source is Source.FILE or (offer.source is Source.MANUAL and offer.status is not ModelStatus.RETIRED)


def _key(offer: OfferedModel) -> tuple[str, str, str]:
    return offer.connector, offer.base_url.rstrip("/").lower(), offer.model


def guess_place(connector: str, base_url: str) -> PlaceKind:
    """Tell from the address whether a model runs in the local network or in the cloud."""
    if connector == EMBEDDED_CONNECTOR:
        return PlaceKind.EMBEDDED
    host = (urlsplit(base_url).hostname or "").rstrip(".")
    if not host:
        return PlaceKind.CLOUD
    try:
        address = ip_address(host)
    except ValueError:
        return PlaceKind.LOCAL if _is_local_name(host) else PlaceKind.CLOUD
    return PlaceKind.LOCAL if address.is_private or address.is_loopback or address.is_link_local else PlaceKind.CLOUD


def _is_local_name(host: str) -> bool:
    # Names without a dot are used in compose files and home networks.
    return "." not in host or host.endswith((".local", ".localhost", ".internal", ".lan", ".home.arpa"))
