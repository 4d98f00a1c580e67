"""The providers and model servers that this site knows: one table for discovery, the admin area and the first steps."""

from dataclasses import dataclass
from enum import StrEnum


class PresetGroup(StrEnum):
    CLOUD = "cloud"
    """A service with a fixed address that needs a key."""
    SERVER = "server"
    """A server that people run themselves."""
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A kind of provider: how it is called, and what is known of its models."""

    preset_id: str
    name: str
    detail: str
    group: PresetGroup
    connector: str = "openai"
    base_url: str = ""
    """For a server of one's own, the setting `<preset_id>_base_url` has the address."""
    key_page: str | None = None
    """Where people make a key."""
    organization: str | None = None
    """Who makes all of its models."""
    license: str | None = None
    newest_first: bool = False
    """It lists its newest models first; otherwise dates, then versions in the names decide."""

    @property
    def api_key_env(self) -> str | None:
        """The environment variable that holds the key."""
        return f"{self.preset_id.upper()}_API_KEY" if self.group is PresetGroup.CLOUD else None

    @property
    def address_setting(self) -> str | None:
        """The setting that has the address."""
        return f"{self.preset_id.replace('-', '_')}_base_url" if self.group is PresetGroup.SERVER else None


PRESETS = (
    Preset(
        preset_id="openai",
        name="OpenAI",
        detail="Chat, images, tools",
        group=PresetGroup.CLOUD,
        base_url="https://api.openai.com/v1",
        key_page="https://platform.openai.com/api-keys",
        organization="OpenAI",
        license="Proprietary",
    ),
    Preset(
        preset_id="anthropic",
        name="Anthropic",
        detail="Chat, images, tools",
        group=PresetGroup.CLOUD,
        connector="anthropic",
        base_url="https://api.anthropic.com/v1",
        key_page="https://console.anthropic.com/settings/keys",
        organization="Anthropic",
        license="Proprietary",
        newest_first=True,
    ),
    Preset(
        preset_id="gemini",
        name="Google Gemini",
        detail="Chat, images, tools",
        group=PresetGroup.CLOUD,
        connector="google",
        base_url="https://generativelanguage.googleapis.com/v1beta",
        key_page="https://aistudio.google.com/apikey",
        organization="Google",
        license="Proprietary",
    ),
    Preset(
        preset_id="groq",
        name="Groq",
        detail="Open models, fast",
        group=PresetGroup.CLOUD,
        base_url="https://api.groq.com/openai/v1",
        key_page="https://console.groq.com/keys",
    ),
    Preset(
        preset_id="mistral",
        name="Mistral",
        detail="Chat, tools",
        group=PresetGroup.CLOUD,
        base_url="https://api.mistral.ai/v1",
        key_page="https://console.mistral.ai/api-keys",
        organization="Mistral AI",
    ),
    Preset(
        preset_id="openrouter",
        name="OpenRouter",
        detail="Models of many makers",
        group=PresetGroup.CLOUD,
        base_url="https://openrouter.ai/api/v1",
        key_page="https://openrouter.ai/settings/keys",
        newest_first=True,
    ),
    Preset(preset_id="ollama", name="Ollama", detail="On your computer", group=PresetGroup.SERVER),
    Preset(preset_id="lm-studio", name="LM Studio", detail="On your computer", group=PresetGroup.SERVER),
    Preset(preset_id="vllm", name="vLLM", detail="Your own server", group=PresetGroup.SERVER),
    Preset(preset_id="llama-cpp", name="llama.cpp", detail="Your own server", group=PresetGroup.SERVER),
    Preset(preset_id="other", name="Other", detail="OpenAI protocol", group=PresetGroup.OTHER),
)


def find_preset(preset_id: str) -> Preset | None:
    return next((preset for preset in PRESETS if preset.preset_id == preset_id), None)


def default_url(connector: str) -> str | None:
    """Return the address that a connector calls by default."""
    return next((preset.base_url for preset in PRESETS if preset.connector == connector and preset.base_url), None)
