"""Which of the models that a server lists are offered, and under which id."""

import re
from collections.abc import Container, Sequence
from itertools import chain, zip_longest

from llmbattler.connectors.contract import Abilities, ListedModel
from llmbattler.core.integers import LARGEST_INTEGER

from ..chat_models import is_chat_model
from ..model_names import is_one_line
from ..models import PlaceKind, Source
from ..offers import OfferedModel
from ..prices import Address, find_context_length, find_price
from ..storable import is_storable
from .families import guess_organization
from .targets import DiscoveryTarget

MOST_PER_PROVIDER = 12
OWN_NAME = "llmbattler"
"""The organization that the site's own OpenAI-compatible endpoint lists; its models are skipped."""
LONGEST_ID = 80

_DATED = re.compile(r"[-@](?:20\d{6}|20\d\d-\d\d-\d\d|\d{4}|\d{2}-\d{2}|\d{2}-20\d\d|00\d)$")
_UNFINISHED = re.compile(r"preview|[-_]exp(?:[-_]|$)|beta|alpha|nightly", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)(?![\d.]*[\dbkx])", re.IGNORECASE)


def choose_models(target: DiscoveryTarget, listed: Sequence[ListedModel]) -> list[OfferedModel]:
    """Select all chat models of a local server or of a provider of the admin area; of others the newest dozen.

    An admin chooses among the models of their own provider, so all of them are listed, the newest first.
    """
    plain = [model for model in listed if _is_plain([model.id, model.name, model.organization])]
    chats = [model for model in plain if is_chat_model(model.id) and model.organization != OWN_NAME]
    if target.provider_id is not None:
        chats = _with_copies(chats, _newest(target, chats))
    elif target.place is PlaceKind.CLOUD:
        chats = _newest(target, chats)[:MOST_PER_PROVIDER]
    offers: dict[str, OfferedModel] = {}
    for model in chats:
        offer = _offer(target, model)
        offers.setdefault(offer.model_id, offer)
    return list(offers.values())


def _is_plain(names: list[str | None]) -> bool:
    """Skip a model with a name that cannot be used, so that the others are still offered."""
    return is_storable(names) and all(is_one_line(name) for name in names if name is not None)


def _newest(target: DiscoveryTarget, models: Sequence[ListedModel]) -> list[ListedModel]:
    """Sort undated and released models first, then by version; alternate between several makers."""
    names = {model.id for model in models}
    kept = [model for model in models if not _is_snapshot(model.id, names)]
    if not target.newest_first:
        kept.sort(key=lambda model: read_version(model.id), reverse=True)
    kept.sort(key=lambda model: _UNFINISHED.search(model.id) is not None)
    makers: dict[str, list[ListedModel]] = {}
    for model in kept:
        makers.setdefault(model.id.rpartition("/")[0], []).append(model)
    return [model for model in chain.from_iterable(zip_longest(*makers.values())) if model is not None]


def _with_copies(models: Sequence[ListedModel], newest: Sequence[ListedModel]) -> list[ListedModel]:
    """Sort by date where dates are known, and put dated copies of a listed model last."""
    names = {model.id for model in newest}
    copies = [model for model in models if model.id not in names]
    return [*sorted(newest, key=_age), *sorted(copies, key=_age)]


def _age(model: ListedModel) -> float:
    return -model.created_at.timestamp() if model.created_at is not None else 0.0


def _is_snapshot(name: str, names: Container[str]) -> bool:
    """Tell whether this is a dated copy, or another spelling, of a model that is listed under a stable name."""
    plain = _DATED.sub("", name).removesuffix("-latest").partition(":")[0]
    better = (plain,) if name.endswith("-latest") else (plain, f"{plain}-latest")
    return plain != name and any(other in names for other in better)


def read_version(name: str) -> tuple[float, ...]:
    dateless = _DATED.sub("", name.rpartition("/")[2])
    return tuple(float(number) for number in _NUMBER.findall(dateless)[:3])


def _offer(target: DiscoveryTarget, model: ListedModel) -> OfferedModel:
    address = Address(target.connector, target.base_url.rstrip("/"), model.id)
    return OfferedModel(
        model_id=make_id(target.name, model.id),
        name=model.name or _short_name(model.id),
        connector=target.connector,
        model=model.id,
        source=Source.DISCOVERED if target.provider_id is None else Source.MANUAL,
        place=target.place,
        base_url=address.base_url,
        api_key_env=target.api_key_env,
        provider_id=target.provider_id,
        organization=target.organization or guess_organization(model.id) or model.organization,
        license=target.license,
        description=f"Found at {target.title}.",
        abilities=model.abilities or Abilities(),
        context_length=_check_length(model.context_length) or find_context_length(address),
        price=find_price(address, target.place),
        released_at=model.created_at,
    )


def _check_length(length: int | None) -> int | None:
    """Ignore lengths that no model has: servers may report anything."""
    return length if length is not None and 0 < length <= LARGEST_INTEGER else None


def make_id(target: str, model: str) -> str:
    """Make a stable id of target and model: `ollama-llama3.2-3b`."""
    words = re.sub(r"[^a-z0-9._]+", "-", model.lower()).strip("-._")
    return f"{target}-{words}"[:LONGEST_ID].rstrip("-._")


def _short_name(name: str) -> str:
    """Drop the folder and suffix of a file, and the tag `latest`."""
    return name.rpartition("/")[2].removesuffix(".gguf").removesuffix(":latest") or name
