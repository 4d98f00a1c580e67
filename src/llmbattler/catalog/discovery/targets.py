"""The addresses at which discovery looks for models."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.settings import Profile, Settings

from ..models import PlaceKind
from ..offers import guess_place
from ..presets import PRESETS, Preset, find_preset
from ..providers.places import ProviderPlace
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

    @classmethod
    def of_provider(cls, place: ProviderPlace) -> "DiscoveryTarget":
        """The target for a provider of the admin area, with what is known of the preset at the same address."""
        preset = find_preset(place.provider_id)
        same = preset if preset is not None and preset.base_url == place.base_url else None
        return cls(
            place.provider_id,
            place.name,
            place.connector,
            place.base_url,
            organization=same.organization if same else None,
            license=same.license if same else None,
            newest_first=same.newest_first if same else False,
            provider_id=place.provider_id,
        )


def list_targets(settings: Settings) -> list[DiscoveryTarget]:
    """List the local model servers and the providers whose key is set."""
    catalog, connectors = settings.of(CatalogSettings), settings.of(ConnectorSettings)
    if not catalog.discovery:
        return []
    servers = [_to_target(one, getattr(connectors, one.address_setting)) for one in PRESETS if one.address_setting]
    keyed = [_to_target(one, one.base_url) for one in PRESETS if one.api_key_env and _has_key(one, catalog)]
    return [*(target for target in servers if _may_call(target, settings)), *keyed]


def _to_target(preset: Preset, base_url: str) -> DiscoveryTarget:
    return DiscoveryTarget(
        preset.preset_id,
        preset.name,
        preset.connector,
        base_url,
        preset.api_key_env,
        preset.organization,
        preset.license,
        preset.newest_first,
    )


def _has_key(preset: Preset, catalog: CatalogSettings) -> bool:
    return getattr(catalog, f"{preset.preset_id}_api_key") is not None


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
