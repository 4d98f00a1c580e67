"""Provider addresses, and which of them the site may call."""

from dataclasses import dataclass

from llmbattler.connectors.registry import list_connectors
from llmbattler.core.outbound import BadAddress, Policy, check_url

_WITHOUT_ADDRESS = frozenset({"embedded", "demo"})


@dataclass(frozen=True, slots=True)
class ProviderPlace:
    """Where a provider is."""

    provider_id: str
    name: str
    connector: str
    base_url: str


def list_addressed_connectors() -> list[str]:
    """List the connectors that call an address."""
    return [name for name in list_connectors() if name not in _WITHOUT_ADDRESS]


def check_place(connector: str, base_url: str, policy: Policy) -> str:
    """Return the address as it is stored, or raise `BadAddress`."""
    if connector not in list_addressed_connectors():
        raise BadAddress(f"There is no connector {connector!r} that calls an address.")
    checked = check_url(base_url, policy)
    if checked.raw_query_string or checked.raw_fragment:
        raise BadAddress("It must not have a part after ? or #.")
    return str(checked).rstrip("/")
