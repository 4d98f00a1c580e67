from dataclasses import replace

import pytest

from llmbattler.catalog.models import ModelStatus, PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel, find_duplicate, guess_place, merge_offers


def make(model_id: str, source: Source, **changes: str) -> OfferedModel:
    base = OfferedModel(
        model_id=model_id,
        name=model_id,
        connector="openai",
        model=model_id,
        base_url="http://127.0.0.1:11434/v1",
        source=source,
        place=PlaceKind.LOCAL,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


EMBEDDED = [make(f"smol-{n}", Source.EMBEDDED, connector="embedded", base_url="") for n in range(4)]


def merge(listed: list[OfferedModel], discovered: list[OfferedModel]) -> dict[str, str]:
    merged = merge_offers(listed=listed, discovered=discovered, embedded=EMBEDDED)
    return {offer.model_id: offer.status.value for offer in merged}


def test_with_nothing_else_the_embedded_ones_compete() -> None:
    assert merge([], []) == {f"smol-{n}": "active" for n in range(4)}


def test_one_real_model_needs_opponents() -> None:
    assert merge([], [make("a", Source.DISCOVERED)])["smol-0"] == "active"


def test_two_real_models_send_the_embedded_ones_to_rest() -> None:
    merged = merge([make("a", Source.FILE)], [make("b", Source.DISCOVERED)])
    assert merged == {"a": "active", "b": "active"} | {f"smol-{n}": "paused" for n in range(4)}


def test_paused_models_are_no_opponents() -> None:
    asleep = replace(make("a", Source.FILE), status=ModelStatus.PAUSED)
    assert merge([asleep], [make("b", Source.DISCOVERED)])["smol-0"] == "active"


def test_an_embedded_model_in_the_file_stays() -> None:
    listed = [make("smol-0", Source.FILE, connector="embedded", base_url=""), make("a", Source.FILE)]
    assert merge(listed, []) == {"smol-0": "active", "a": "active"} | {f"smol-{n}": "paused" for n in (1, 2, 3)}


def test_the_file_wins_by_address_and_by_id() -> None:
    listed = [make("mine", Source.FILE, model="llama"), make("ollama-x", Source.FILE)]
    found = [
        make("ollama-llama", Source.DISCOVERED, model="llama", base_url="http://127.0.0.1:11434/v1/"),
        make("ollama-x", Source.DISCOVERED, model="x"),
        make("ollama-y", Source.DISCOVERED, model="y"),
    ]
    merged = merge_offers(listed=listed, discovered=found, embedded=[])
    assert [offer.model_id for offer in merged] == ["mine", "ollama-x", "ollama-y"]
    assert find_duplicate(found[0], listed) is listed[0]
    assert find_duplicate(found[2], listed) is None
    admin = make("manual", Source.MANUAL, model="llama")
    assert find_duplicate(found[0], [admin]) is admin
    assert find_duplicate(found[0], [replace(admin, status=ModelStatus.RETIRED)]) is None


@pytest.mark.parametrize(
    ("connector", "base_url", "place"),
    [
        ("embedded", "", "embedded"),
        ("openai", "", "cloud"),
        ("openai", "https://api.openai.com/v1", "cloud"),
        ("openai", "http://localhost:1234/v1", "local"),
        ("openai", "http://127.0.0.1:1234/v1", "local"),
        ("openai", "http://[::1]:1234/v1", "local"),
        ("openai", "http://192.168.1.7/v1", "local"),
        ("openai", "http://ollama:11434/v1", "local"),
        ("openai", "http://host.docker.internal:11434/v1", "local"),
        ("openai", "http://gpu.local./v1", "local"),
        ("openai", "http://8.8.8.8/v1", "cloud"),
    ],
)
def test_the_place_is_told_from_the_address(connector: str, base_url: str, place: str) -> None:
    assert guess_place(connector, base_url).value == place


def test_private_facts_do_not_show_in_a_repr() -> None:
    model = replace(make("a", Source.FILE), system_prompt="hush", params={"seed": 424242})
    assert "hush" not in repr(model)
    assert "424242" not in repr(model)
