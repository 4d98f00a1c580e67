"""Export the models of the site as a `models.yaml`, with the names of variables and providers but without keys."""

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from llmbattler.core.db import Session

from ...models import ModelStatus, PriceSource, Source
from ...offers import OfferedModel, guess_place
from ...service import list_offered

_HEAD = "# The models of this site. This file has no keys; those of providers are stored in the admin area.\n"
_PLAIN = ("organization", "license", "description", "context_length", "system_prompt")


async def export_catalog(session: Session) -> str:
    """Write all models except the built-in ones."""
    return write_catalog(await list_offered(session))


def write_catalog(models: Sequence[OfferedModel]) -> str:
    entries = [_entry(model) for model in models if model.source is not Source.EMBEDDED]
    return _HEAD + yaml.safe_dump({"models": entries}, sort_keys=False, allow_unicode=True, width=120)


def _entry(model: OfferedModel) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": model.model_id, "name": model.name, "model": model.model, **_where(model)}
    entry.update({name: value for name in _PLAIN if (value := getattr(model, name)) is not None})
    if model.status is not ModelStatus.ACTIVE:
        entry["status"] = model.status.value
    abilities = [word for word in ("vision", "tools", "reasoning") if getattr(model.abilities, word)]
    if abilities:
        entry["abilities"] = abilities
    if model.price is not None and model.price.source is PriceSource.FILE:
        entry["prices"] = {"input": float(model.price.input), "output": float(model.price.output)}
    if model.params:
        entry["params"] = dict(model.params)
    if model.weight != 1:
        entry["weight"] = model.weight
    return entry


def _where(model: OfferedModel) -> Mapping[str, Any]:
    if model.provider_id is not None:
        return {"provider": model.provider_id}
    where: dict[str, Any] = {"connector": model.connector}
    if model.base_url:
        where["base_url"] = model.base_url
    if model.api_key_env is not None:
        where["api_key_env"] = model.api_key_env
    if model.place is not guess_place(model.connector, model.base_url):
        where["place"] = model.place.value
    return where
