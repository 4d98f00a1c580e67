import pytest

from llmbattler.catalog.discovery.targets import is_self, list_targets
from llmbattler.catalog.settings import CatalogSettings
from llmbattler.core.settings import Profile, Settings


def settings(**given: object) -> Settings:
    return Settings(**{"discovery": True, **given})  # type: ignore[arg-type]


def test_local_servers_are_looked_for_and_providers_with_a_key() -> None:
    assert [target.name for target in list_targets(settings())] == ["ollama", "lm-studio", "vllm", "llama-cpp"]
    with_keys = settings(openai_api_key="k", gemini_api_key="k", openrouter_api_key="k")
    assert [target.name for target in list_targets(with_keys)][4:] == ["openai", "gemini", "openrouter"]
    assert list_targets(settings(discovery=False, openai_api_key="k")) == []


def test_every_provider_has_a_key_among_the_settings() -> None:
    keys = {name for name in CatalogSettings.model_fields if name.endswith("_api_key")}
    given = settings(**dict.fromkeys(keys, "k"))
    assert {f"{target.name}_api_key" for target in list_targets(given)[4:]} == keys


def test_a_public_site_asks_only_where_it_was_told_to() -> None:
    public = settings(profile=Profile.PUBLIC, ollama_base_url="http://10.0.0.5:11434/v1")
    assert [target.name for target in list_targets(public)] == ["ollama"]


@pytest.mark.parametrize(
    ("base_url", "host", "port", "expected"),
    [
        ("http://127.0.0.1:8080/v1", "127.0.0.1", 8080, True),
        ("http://localhost:8080/v1", "0.0.0.0", 8080, True),  # noqa: S104
        ("http://[::1]:8080/v1", "::", 8080, True),
        ("http://battle.example/v1", "battle.example", 80, True),
        ("http://127.0.0.1:8080/v1", "127.0.0.1", 8765, False),
        ("http://gpu-box:8080/v1", "127.0.0.1", 8080, False),
        ("http://127.0.0.1:bad/v1", "127.0.0.1", 8080, False),
    ],
)
def test_the_site_recognizes_its_own_address(base_url: str, host: str, port: int, expected: bool) -> None:
    assert is_self(base_url, settings(host=host, port=port)) is expected


def test_the_site_does_not_call_itself() -> None:
    assert "llama-cpp" not in [target.name for target in list_targets(settings(port=8080))]
