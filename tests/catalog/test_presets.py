from llmbattler.catalog.presets import PRESETS, PresetGroup, default_url, find_preset
from llmbattler.catalog.settings import CatalogSettings
from llmbattler.connectors.registry import list_connectors
from llmbattler.connectors.settings import ConnectorSettings


def test_each_preset_can_be_used() -> None:
    assert len({preset.preset_id for preset in PRESETS}) == len(PRESETS)
    for preset in PRESETS:
        assert preset.connector in list_connectors()
        assert find_preset(preset.preset_id) is preset
        if preset.group is PresetGroup.CLOUD:
            assert preset.base_url.startswith("https://")
            assert (preset.key_page or "").startswith("https://")


def test_keys_and_addresses_are_settings() -> None:
    keys = {preset.api_key_env for preset in PRESETS if preset.api_key_env}
    assert keys == {name.upper() for name in CatalogSettings.model_fields if name.endswith("_api_key")}
    addresses = {preset.address_setting for preset in PRESETS if preset.address_setting}
    assert addresses == {name for name in ConnectorSettings.model_fields if name.endswith("_base_url")}


def test_a_connector_has_the_address_of_its_first_preset() -> None:
    assert default_url("openai") == "https://api.openai.com/v1"
    assert default_url("anthropic") == "https://api.anthropic.com/v1"
    assert default_url("embedded") is None
