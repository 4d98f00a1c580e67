from pathlib import Path

import pytest

from llmbattler.catalog.discovery.service.catalog_file import find_models_file, read_models_file, resolve_providers
from llmbattler.catalog.errors import BadModelsFile
from llmbattler.catalog.models import ModelStatus
from llmbattler.catalog.models_file import ListedModels, parse_models, to_offer
from llmbattler.catalog.providers.places import ProviderPlace
from llmbattler.core.settings import Settings

CONNECTORS = ("openai",)
WITH_KEY = "models: [{id: house-model, api_key_env: HOUSE_KEY}]"


def test_a_missing_key_pauses_the_model_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(WITH_KEY)
    listed = read_models_file(path, connectors=CONNECTORS, environment={"HOUSE_KEY": ""})
    assert listed.offers[0].status is ModelStatus.PAUSED
    assert listed.offers[0].note == "The environment variable HOUSE_KEY is not set."
    assert listed.warnings == [
        "models.yaml: the key of house-model is missing; set HOUSE_KEY. The model is paused until then."
    ]


def test_an_unreadable_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadModelsFile, match="cannot be read: Is a directory"):
        read_models_file(tmp_path, connectors=CONNECTORS, environment={})


def test_where_the_file_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    settings = Settings(data_dir=data)
    assert find_models_file(settings) is None
    (data / "models.yaml").touch()
    assert find_models_file(settings) == data / "models.yaml"
    (tmp_path / "models.yaml").touch()
    assert find_models_file(settings) == Path("models.yaml")
    with pytest.raises(BadModelsFile, match="does not exist"):
        find_models_file(Settings(data_dir=data, models_file=tmp_path / "other.yaml"))


def test_a_provider_gives_its_models_their_address_and_a_missing_one_pauses_them() -> None:
    entries = parse_models(b"models: [{id: a, provider: house}, {id: b, provider: gone}]", connectors=CONNECTORS)
    listed = ListedModels(None, [to_offer(entry, {}) for entry in entries], ())
    found = resolve_providers(listed, [ProviderPlace("house", "House", "openai", "https://house.example/v1")])
    first, second = found.offers
    assert (first.base_url, first.status) == ("https://house.example/v1", ModelStatus.ACTIVE)
    assert (second.provider_id, second.status) == (None, ModelStatus.PAUSED)
    assert found.warnings == ["b is paused: This site has no provider gone."]
