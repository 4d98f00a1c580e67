"""Where providers are, and which addresses one can be at."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from llmbattler.connectors.registry import list_connectors
from llmbattler.core.outbound import BadAddress, Policy, check_url

from ..models import ModelStatus
from ..models_file import ListedModels
from ..offers import move_to

_WITHOUT_ADDRESS = frozenset({"embedded", "demo"})


@dataclass(frozen=True, slots=True)
class ProviderPlace:
    """Where a provider is."""

    provider_id: str
    name: str
    connector: str
    base_url: str


def list_places() -> list[str]:
    """Connectors that talk to an address."""
    return [name for name in list_connectors() if name not in _WITHOUT_ADDRESS]


def check_place(connector: str, base_url: str, policy: Policy) -> str:
    """Give the address as it is stored, or say what is wrong with it."""
    if connector not in list_places():
        raise BadAddress(f"There is no connector {connector!r} that talks to an address.")
    checked = check_url(base_url, policy)
    if checked.raw_query_string or checked.raw_fragment:
        raise BadAddress("It must not have a part after ? or #.")
    return str(checked).rstrip("/")


def settle_providers(listed: ListedModels, places: Sequence[ProviderPlace]) -> ListedModels:
    """Give models of the file that name a provider its address; one whose provider is missing is paused."""
    known = {place.provider_id: place for place in places}
    offers, warnings = [], list(listed.warnings)
    for offer in listed.offers:
        place = known.get(offer.provider_id or "")
        if offer.provider_id is None:
            offers.append(offer)
        elif place is not None:
            offers.append(move_to(offer, connector=place.connector, base_url=place.base_url))
        else:
            note = f"This site has no provider {offer.provider_id}."
            status = ModelStatus.PAUSED if offer.active else offer.status
            offers.append(replace(offer, provider_id=None, status=status, note=note))
            warnings.append(f"{offer.model_id} is paused: {note}")
    return ListedModels(listed.path, offers, warnings)
