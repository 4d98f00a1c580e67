import pytest

from llmbattler.core.plugins import UnknownPlugin, list_plugin_names, list_plugins, load_plugin


def test_built_in_connectors_are_loaded_as_plug_ins() -> None:
    assert {"openai", "anthropic", "google", "embedded"} <= set(list_plugins("llmbattler.connectors"))


def test_an_unknown_plugin_names_the_installed_ones() -> None:
    with pytest.raises(UnknownPlugin, match=r"Installed: .*openai"):
        load_plugin("llmbattler.connectors", "carrier-pigeon")


def test_names_are_sorted() -> None:
    names = list_plugin_names("llmbattler.connectors")
    assert list(names) == sorted(list_plugins("llmbattler.connectors"))
