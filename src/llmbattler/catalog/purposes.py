"""What models are called for. Slices declare their purposes in their manifests; the ledger stores the name."""

from llmbattler.core.manifests import Purpose, list_purposes

PROBE = "probe"
TEST = "test"


class UnknownPurpose(LookupError):
    """No slice declares this purpose; add it to the manifest of the slice that makes the call."""


def get_purpose(name: str) -> Purpose:
    purpose = list_purposes().get(name)
    if purpose is None:
        raise UnknownPurpose(name)
    return purpose


def is_open(name: str) -> bool:
    """Tell whether calls for this purpose may be shown at once, with model, cost and time.

    Blind ones may not, and neither may those of a slice that is no longer installed: nobody knows what they were.
    """
    purpose = list_purposes().get(name)
    return purpose is not None and not purpose.blind


def list_open_answers() -> list[str]:
    """List the purposes whose answers may be shown at once."""
    return [purpose.name for purpose in list_purposes().values() if not purpose.blind and not purpose.maintenance]


def list_open() -> list[str]:
    """List the purposes whose calls may be shown at once, with probes and tests."""
    return [purpose.name for purpose in list_purposes().values() if not purpose.blind]


def list_maintenance() -> list[str]:
    """List the purposes that are not answers to a person: probes and tests."""
    return [purpose.name for purpose in list_purposes().values() if purpose.maintenance]
