from decimal import Decimal

import yaml

from llmbattler.catalog.admin.service.catalog_export import write_catalog
from llmbattler.catalog.models import ModelStatus, PlaceKind, PriceSource, Source
from llmbattler.catalog.models_file import parse_models, to_offer
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.prices import Price
from llmbattler.connectors.contract import Abilities

CONNECTORS = ("openai", "embedded")

FULL = OfferedModel(
    model_id="house",
    name="House",
    connector="openai",
    model="org/house",
    source=Source.FILE,
    place=PlaceKind.CLOUD,
    base_url="https://house.example/v1",
    api_key_env="HOUSE_KEY",
    organization="The House",
    license="MIT",
    description="Ours: «é».",
    status=ModelStatus.PAUSED,
    abilities=Abilities(vision=True),
    context_length=4096,
    price=Price(Decimal("0.5"), Decimal("1.5"), PriceSource.FILE),
    params={"temperature": 0.5, "stop": ["END"]},
    system_prompt="Be kind.",
    weight=2.0,
)


def test_what_is_exported_can_be_imported_unchanged() -> None:
    (entry,) = parse_models(write_catalog([FULL]).encode(), connectors=CONNECTORS)
    assert to_offer(entry, {"HOUSE_KEY": "sk"}) == FULL


def test_defaults_and_listed_prices_are_left_out() -> None:
    plain = OfferedModel(
        model_id="a",
        name="A",
        connector="openai",
        model="a",
        source=Source.DISCOVERED,
        place=PlaceKind.LOCAL,
        base_url="http://127.0.0.1:1/v1",
        price=Price(Decimal(1), Decimal(2), PriceSource.LISTED),
    )
    (entry,) = yaml.safe_load(write_catalog([plain]))["models"]
    assert entry == {"id": "a", "name": "A", "model": "a", "connector": "openai", "base_url": "http://127.0.0.1:1/v1"}


def test_included_models_are_left_out_and_a_provider_replaces_the_address() -> None:
    included = OfferedModel(
        model_id="smol",
        name="S",
        connector="embedded",
        model="s",
        source=Source.EMBEDDED,
        place=PlaceKind.EMBEDDED,
    )
    at_provider = OfferedModel(
        model_id="b",
        name="B",
        connector="openai",
        model="b",
        source=Source.MANUAL,
        place=PlaceKind.CLOUD,
        base_url="https://house.example/v1",
        provider_id="house",
    )
    (entry,) = yaml.safe_load(write_catalog([included, at_provider]))["models"]
    assert entry == {"id": "b", "name": "B", "model": "b", "provider": "house"}
