import pytest

from llmbattler.connectors.errors import Refused
from llmbattler.connectors.registry import Registry, list_connectors


def test_the_built_in_ones_come_through_the_same_door() -> None:
    assert {"openai", "anthropic", "google", "embedded"} <= set(list_connectors())


async def test_creates_each_once_and_closes_all(registry: Registry) -> None:
    first = registry.get("openai")
    assert registry.get("openai") is first
    await registry.close()
    assert registry.get("openai") is not first


async def test_a_missing_one_is_named(registry: Registry) -> None:
    with pytest.raises(Refused, match=r"Installed: .*openai"):
        registry.get("nonsense")
