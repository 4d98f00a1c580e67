"""Where to look for models, and which of those found are worth offering. No I/O: the flow asks the servers."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from urllib.parse import urlsplit

from llmbattler.connectors.contract import Abilities, ListedModel
from llmbattler.connectors.settings import ConnectorSettings
from llmbattler.core.integers import LARGEST_INTEGER
from llmbattler.core.settings import Profile, Settings

from .families import guess_organization
from .models import PlaceKind, Source
from .offers import OfferedModel, guess_place
from .prices import Address, find_context_length, find_price
from .settings import CatalogSettings
from .storable import is_storable

MOST_PER_PROVIDER = 12
OWN_NAME = "llmbattler"
"""This site names itself as the owner of what its own OpenAI-compatible door lists."""
LONGEST_ID = 80
_PORTS = {"http": 80, "https": 443}
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0", "::", ""})  # noqa: S104 - compared, not bound

_NO_CHAT = re.compile(
    r"embed|whisper|transcri|tts|speech|audio|realtime|dall-?e|image|imagen|veo|sora|video|moderation|guard|"
    r"rerank|ocr|davinci|babbage|turbo-instruct|computer-use|deep-research|search|codex|aqa|robotics|(?:gpt|o\d)[\w.-]*-pro|"
    r"(?:^|[-/:])(?:bge|e5|gte|clip|nomic|minilm|lyria)(?:[-:.]|$)",
    re.IGNORECASE,
)
_DATED = re.compile(r"[-@](?:20\d{6}|20\d\d-\d\d-\d\d|\d{4}|\d{2}-\d{2}|\d{2}-20\d\d|00\d)$")
_UNFINISHED = re.compile(r"preview|[-_]exp(?:[-_]|$)|beta|alpha|nightly", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)(?![\d.]*[\dbkx])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spot:
    """One address where models may be."""

    name: str
    title: str
    connector: str
    base_url: str
    api_key_env: str | None = None
    organization: str | None = None
    license: str | None = None
    newest_first: bool = False
    """This provider lists its newest models first; elsewhere the version in the name decides."""
    provider_id: str | None = None
    """A provider of the admin area; its models wait there to be accepted."""

    @property
    def place(self) -> PlaceKind:
        return guess_place(self.connector, self.base_url)


_PROVIDERS = (
    Spot("openai", "OpenAI", "openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "OpenAI", "Proprietary"),
    Spot(
        "anthropic",
        "Anthropic",
        "anthropic",
        "https://api.anthropic.com/v1",
        "ANTHROPIC_API_KEY",
        "Anthropic",
        "Proprietary",
        newest_first=True,
    ),
    Spot(
        "gemini",
        "Google Gemini",
        "google",
        "https://generativelanguage.googleapis.com/v1beta",
        "GEMINI_API_KEY",
        "Google",
        "Proprietary",
    ),
    Spot("groq", "Groq", "openai", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
    Spot("mistral", "Mistral", "openai", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "Mistral AI"),
    Spot("openrouter", "OpenRouter", "openai", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", newest_first=True),
)


def default_url(connector: str) -> str | None:
    """Where a connector talks to when nobody says where."""
    return next((spot.base_url for spot in _PROVIDERS if spot.connector == connector), None)


def list_spots(settings: Settings) -> list[Spot]:
    """The local model servers to look for, and the providers whose key is set."""
    if not settings.of(CatalogSettings).discovery:
        return []
    local = [
        Spot("ollama", "Ollama", "openai", settings.of(ConnectorSettings).ollama_base_url),
        Spot("lm-studio", "LM Studio", "openai", settings.of(ConnectorSettings).lm_studio_base_url),
        Spot("vllm", "vLLM", "openai", settings.of(ConnectorSettings).vllm_base_url),
        Spot("llama-cpp", "llama.cpp", "openai", settings.of(ConnectorSettings).llama_cpp_base_url),
    ]
    return [
        *(spot for spot in local if _may_ask(spot, settings)),
        *(spot for spot in _PROVIDERS if getattr(settings.of(CatalogSettings), f"{spot.name}_api_key") is not None),
    ]


def _may_ask(spot: Spot, settings: Settings) -> bool:
    # On a public site only the admin's own word makes the server talk to local addresses.
    setting = f"{spot.name.replace('-', '_')}_base_url"
    if settings.profile is Profile.PUBLIC and setting not in settings.of(ConnectorSettings).model_fields_set:
        return False
    return bool(spot.base_url) and not is_self(spot.base_url, settings)


def is_self(base_url: str, settings: Settings) -> bool:
    """True when this address is the site's own."""
    try:
        parts = urlsplit(base_url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return False
    if port != settings.port:
        return False
    host, own = (parts.hostname or "").lower(), settings.host.lower()
    return host == own or host in settings.hosts or (host in _LOOPBACK and own in _LOOPBACK)


def choose_models(spot: Spot, listed: Sequence[ListedModel]) -> list[OfferedModel]:
    """All chat models of a local server; of a provider the newest dozen."""
    # One model with an odd name must not keep all others out of the catalog.
    plain = [model for model in listed if is_storable([model.id, model.name, model.organization])]
    chats = [model for model in plain if is_chat_model(model.id) and model.organization != OWN_NAME]
    if spot.place is PlaceKind.CLOUD:
        chats = _newest(spot, chats)[:MOST_PER_PROVIDER]
    offers: dict[str, OfferedModel] = {}
    for model in chats:
        offer = _offer(spot, model)
        offers.setdefault(offer.model_id, offer)
    return list(offers.values())


def is_chat_model(name: str) -> bool:
    return _NO_CHAT.search(name) is None


def _newest(spot: Spot, models: Sequence[ListedModel]) -> list[ListedModel]:
    """Undated and finished names first, then the higher version; with several makers, each in turn."""
    names = {model.id for model in models}
    kept = [model for model in models if not _is_snapshot(model.id, names)]
    if not spot.newest_first:
        kept.sort(key=lambda model: _version(model.id), reverse=True)
    kept.sort(key=lambda model: _UNFINISHED.search(model.id) is not None)
    makers: dict[str, list[ListedModel]] = {}
    for model in kept:
        makers.setdefault(model.id.rpartition("/")[0], []).append(model)
    return [model for model in chain.from_iterable(zip_longest(*makers.values())) if model is not None]


def _is_snapshot(name: str, names: Container[str]) -> bool:
    """A dated copy or another spelling of a model that is listed under a name that stays."""
    plain = _DATED.sub("", name).removesuffix("-latest").partition(":")[0]
    better = (plain,) if name.endswith("-latest") else (plain, f"{plain}-latest")
    return plain != name and any(other in names for other in better)


def _version(name: str) -> tuple[float, ...]:
    dateless = _DATED.sub("", name.rpartition("/")[2])
    return tuple(float(number) for number in _NUMBER.findall(dateless)[:3])


def _offer(spot: Spot, model: ListedModel) -> OfferedModel:
    address = Address(spot.connector, spot.base_url.rstrip("/"), model.id)
    return OfferedModel(
        model_id=make_id(spot.name, model.id),
        name=model.name or _readable(model.id),
        connector=spot.connector,
        model=model.id,
        source=Source.DISCOVERED if spot.provider_id is None else Source.MANUAL,
        place=spot.place,
        base_url=address.base_url,
        api_key_env=spot.api_key_env,
        provider_id=spot.provider_id,
        organization=spot.organization or guess_organization(model.id) or model.organization,
        license=spot.license,
        description=f"Found at {spot.title}.",
        abilities=model.abilities or Abilities(),
        context_length=_believe(model.context_length) or find_context_length(address),
        price=find_price(address, spot.place),
    )


def _believe(length: int | None) -> int | None:
    """What a server says of itself may be anything; no real model reads so much."""
    return length if length is not None and 0 < length <= LARGEST_INTEGER else None


def make_id(spot: str, model: str) -> str:
    """A stable id made of where and what: `ollama-llama3.2-3b`."""
    words = re.sub(r"[^a-z0-9._]+", "-", model.lower()).strip("-._")
    return f"{spot}-{words}"[:LONGEST_ID].rstrip("-._")


def _readable(name: str) -> str:
    """A file's path is no name; a tag that says nothing goes."""
    return name.rpartition("/")[2].removesuffix(".gguf").removesuffix(":latest") or name
