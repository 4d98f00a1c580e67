import pytest

from llmbattler.catalog.settings import CatalogSettings
from llmbattler.core.settings import Settings


@pytest.mark.parametrize(
    ("given", "ask"),
    [
        ({}, False),
        ({"profile": "public"}, True),
        ({"profile": "public", "discovery_ask": False}, False),
        ({"profile": "private", "discovery_ask": True}, True),
    ],
)
def test_found_models_wait_by_default_only_on_a_public_site(given: dict[str, object], ask: bool) -> None:
    assert Settings(**given).of(CatalogSettings).discovery_ask is ask  # type: ignore[arg-type]
