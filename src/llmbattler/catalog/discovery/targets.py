"""The addresses at which discovery looks for models."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.settings import Profile, Settings

from ..models import PlaceKind
from ..offers import guess_place
from ..settings import CatalogSettings

_PORTS = {"http": 80, "https": 443}
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0", "::", ""})  # noqa: S104 - compared, not bound


@dataclass(frozen=True, slots=True)
class DiscoveryTarget:
    """One address at which discovery looks for models."""

    name: str
    title: str
    connector: str
    base_url: str
    api_key_env: str | None = None
    organization: str | None = None
    license: str | None = None
    newest_first: bool = False
    """The provider lists its newest models first; otherwise the version in the name decides."""
    provider_id: str | None = None
    """Set for a provider of the admin area; its models are offered when an admin accepts them."""

    @property
    def place(self) -> PlaceKind:
        return guess_place(self.connector, self.base_url)


_PROVIDERS = (
    DiscoveryTarget(
        "openai", "OpenAI", "openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "OpenAI", "Proprietary"
    ),
    DiscoveryTarget(
        "anthropic",
        "Anthropic",
        "anthropic",
        "https://api.anthropic.com/v1",
        "ANTHROPIC_API_KEY",
        "Anthropic",
        "Proprietary",
        newest_first=True,
    ),
    DiscoveryTarget(
        "gemini",
        "Google Gemini",
        "google",
        "https://generativelanguage.googleapis.com/v1beta",
        "GEMINI_API_KEY",
        "Google",
        "Proprietary",
    ),
    DiscoveryTarget("groq", "Groq", "openai", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
    DiscoveryTarget("mistral", "Mistral", "openai", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "Mistral AI"),
    DiscoveryTarget(
        "openrouter", "OpenRouter", "openai", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", newest_first=True
    ),
)


def default_url(connector: str) -> str | None:
    """Return the address that a connector calls by default."""
    return next((target.base_url for target in _PROVIDERS if target.connector == connector), None)


def list_targets(settings: Settings) -> list[DiscoveryTarget]:
    """List the local model servers and the providers whose key is set."""
    catalog, connectors = settings.of(CatalogSettings), settings.of(ConnectorSettings)
    if not catalog.discovery:
        return []
    local = [
        DiscoveryTarget("ollama", "Ollama", "openai", connectors.ollama_base_url),
        DiscoveryTarget("lm-studio", "LM Studio", "openai", connectors.lm_studio_base_url),
        DiscoveryTarget("vllm", "vLLM", "openai", connectors.vllm_base_url),
        DiscoveryTarget("llama-cpp", "llama.cpp", "openai", connectors.llama_cpp_base_url),
    ]
    return [
        *(target for target in local if _may_call(target, settings)),
        *(target for target in _PROVIDERS if getattr(catalog, f"{target.name}_api_key") is not None),
    ]


def _may_call(target: DiscoveryTarget, settings: Settings) -> bool:
    # A public site calls a local address only when the admin configured it.
    setting = f"{target.name.replace('-', '_')}_base_url"
    if settings.profile is Profile.PUBLIC and setting not in settings.of(ConnectorSettings).model_fields_set:
        return False
    return bool(target.base_url) and not is_self(target.base_url, settings)


def is_self(base_url: str, settings: Settings) -> bool:
    """Tell whether this address is the site itself."""
    try:
        parts = urlsplit(base_url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return False
    if port != settings.port:
        return False
    host, own = (parts.hostname or "").lower(), settings.host.lower()
    return host == own or host in settings.hosts or (host in _LOOPBACK and own in _LOOPBACK)
