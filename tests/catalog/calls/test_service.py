from collections.abc import Callable
from pathlib import Path

import pytest

from llmbattler.catalog.calls.service import EnvironmentKeys, merge_params, read_params, resolve
from llmbattler.catalog.errors import KeyMissing
from llmbattler.catalog.offers import OfferedModel
from llmbattler.connectors.contract import Message, Params
from llmbattler.connectors.errors import FailureKind, ModelMissing
from llmbattler.core.logs import mask
from llmbattler.core.settings import Settings

Offer = Callable[..., OfferedModel]


def test_the_key_is_found_and_never_shown(offer: Offer, tmp_path: Path) -> None:
    keys = EnvironmentKeys({"HOUSE_KEY": " the-house-key-7 \n"})
    resolved = resolve(offer(api_key_env="HOUSE_KEY"), keys=keys, settings=Settings(data_dir=tmp_path))
    assert resolved.place.api_key == "the-house-key-7"
    assert "the-house-key-7" not in repr(resolved)
    assert "the-house-key-7" not in mask("a log line with the-house-key-7 in it")


@pytest.mark.parametrize("environment", [{}, {"HOUSE_KEY": ""}, {"HOUSE_KEY": "  "}])
def test_a_missing_key_has_a_name(offer: Offer, tmp_path: Path, environment: dict[str, str]) -> None:
    with pytest.raises(KeyMissing, match="Set HOUSE_KEY") as caught:
        resolve(offer(api_key_env="HOUSE_KEY"), keys=EnvironmentKeys(environment), settings=Settings(data_dir=tmp_path))
    assert caught.value.kind is FailureKind.BAD_KEY


def test_keys_of_the_settings_and_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOUSE_KEY", "from-environment")
    Path(".env").write_text("GARDEN_KEY=from-dotenv\n")
    keys = EnvironmentKeys.read(Settings(data_dir=tmp_path, openai_api_key="from-settings"))
    assert keys.find("HOUSE_KEY") == "from-environment"
    assert keys.find("GARDEN_KEY") == "from-dotenv"
    assert keys.find("OPENAI_API_KEY") == "from-settings"
    assert keys.find("NO_KEY") is None


def test_the_embedded_file_is_found_on_this_machine(offer: Offer, tmp_path: Path) -> None:
    file = tmp_path / "own.gguf"
    settings = Settings(data_dir=tmp_path, embedded_model=file)
    model = offer(connector="embedded", base_url="")
    with pytest.raises(ModelMissing):
        resolve(model, keys=EnvironmentKeys({}), settings=settings)
    file.touch()
    assert resolve(model, keys=EnvironmentKeys({}), settings=settings).place.base_url == str(file)
    other = offer(connector="embedded", base_url=str(tmp_path / "other.gguf"))
    with pytest.raises(ModelMissing):
        resolve(other, keys=EnvironmentKeys({}), settings=settings)


def test_the_instruction_of_the_model_comes_first(offer: Offer, tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    asked = [Message.system("Be quick."), Message.user("Hi")]
    plain = resolve(offer(), keys=EnvironmentKeys({}), settings=settings)
    assert plain.prepare(asked) == asked
    manner = resolve(offer(system_prompt="Be kind."), keys=EnvironmentKeys({}), settings=settings)
    assert [message.text for message in manner.prepare(asked)] == ["Be kind.", "Be quick.", "Hi"]


def test_what_a_call_asks_for_goes_before_the_defaults() -> None:
    base = read_params({"temperature": 0.5, "max_tokens": 10, "stop": ["END"], "extra": {"top_k": 1, "min_p": 0}})
    assert base == Params(temperature=0.5, max_tokens=10, stop=("END",), extra={"top_k": 1, "min_p": 0})
    assert merge_params(base, None) is base
    merged = merge_params(base, Params(temperature=0.0, top_p=0.9, extra={"top_k": 2}))
    assert merged == Params(temperature=0.0, max_tokens=10, top_p=0.9, stop=("END",), extra={"top_k": 2, "min_p": 0})
