import pytest

from llmbattler.connectors.errors import Refused
from llmbattler.connectors.registry import Registry, list_connectors


def test_built_in_connectors_are_entry_points() -> None:
    assert {"openai", "anthropic", "google", "embedded"} <= set(list_connectors())


async def test_creates_each_once_and_closes_all(registry: Registry) -> None:
    first = registry.get("openai")
    assert registry.get("openai") is first
    await registry.close()
    assert registry.get("openai") is not first


async def test_a_missing_file_is_named(registry: Registry) -> None:
    with pytest.raises(Refused, match=r"Installed: .*openai"):
        registry.get("nonsense")
