from pathlib import Path

import pytest

from llmbattler.catalog.embedded import service
from llmbattler.catalog.embedded.service import find_embedded_weights, list_embedded, weights_path
from llmbattler.connectors.errors import ModelMissing
from llmbattler.core.settings import Settings


def test_four_honest_variants(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    weights_path(settings).parent.mkdir()
    weights_path(settings).touch()
    offers = list_embedded(settings)
    assert [offer.name for offer in offers] == [
        "SmolLM2 135M (precise)",
        "SmolLM2 135M (balanced)",
        "SmolLM2 135M (creative)",
        "SmolLM2 135M (terse)",
    ]
    assert len({offer.model_id for offer in offers}) == 4
    assert [offer.params["temperature"] for offer in offers] == [0.2, 0.7, 1.0, 0.4]
    assert all(offer.active and offer.params["max_tokens"] == 400 for offer in offers)
    assert all((offer.organization, offer.license) == ("Hugging Face", "Apache-2.0") for offer in offers)
    assert all("variant of SmolLM2 135M" in (offer.description or "") for offer in offers)
    assert find_embedded_weights(settings) == weights_path(settings)


def test_without_weights_they_are_paused_and_say_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nothing(*_: object) -> Path:
        raise ModelMissing("Run `llmbattler models pull smollm2`.")

    monkeypatch.setattr(service, "find_weights", find_nothing)
    offers = list_embedded(Settings(data_dir=tmp_path))
    assert not any(offer.active for offer in offers)
    assert "llmbattler models pull smollm2" in (offers[0].note or "")


def test_a_given_file_takes_its_place(tmp_path: Path) -> None:
    file = tmp_path / "Tiny-Model.gguf"
    settings = Settings(data_dir=tmp_path, embedded_model=file)
    missing = list_embedded(settings)[0]
    assert not missing.active
    assert "Tiny-Model.gguf" in (missing.note or "")
    file.touch()
    given = list_embedded(settings)[0]
    assert given.active
    assert (given.model_id, given.name) == ("embedded-precise", "Tiny-Model (precise)")
    assert (given.organization, given.license) == (None, None)
    assert find_embedded_weights(settings) == file
