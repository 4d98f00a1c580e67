"""From a model in the catalog to what a connector needs: place, key, parameters, instruction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from llmbattler.connectors.contract import Message, Params, Place
from llmbattler.connectors.weights import find_weights
from llmbattler.core.logs import hide_secret
from llmbattler.core.settings import Settings, read_environment

from .embedded import find_own_weights
from .errors import KeyMissing
from .offers import EMBEDDED_CONNECTOR, OfferedModel
from .settings import CatalogSettings


class Keys:
    """The provider keys of this process, found by the name of their environment variable."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    @classmethod
    def read(cls, settings: Settings) -> "Keys":
        """The settings' own keys, and whatever else the environment holds for the catalog file to name."""
        known = {
            name.upper(): value.get_secret_value()
            for name in CatalogSettings.model_fields
            if name.endswith("_api_key") and (value := getattr(settings.of(CatalogSettings), name)) is not None
        }
        return cls({**read_environment(), **known})

    @property
    def environment(self) -> Mapping[str, str]:
        return self._environment

    def find(self, name: str) -> str | None:
        value = self._environment.get(name, "").strip() or None
        hide_secret(value)
        return value


@dataclass(frozen=True, slots=True)
class ResolvedModel:
    place: Place
    params: Params
    system_prompt: str | None

    def prepare(self, messages: Sequence[Message]) -> Sequence[Message]:
        """Put the model's own instruction first; an instruction of the conversation comes after it."""
        if not self.system_prompt:
            return messages
        return [Message.system(self.system_prompt), *messages]


def resolve(model: OfferedModel, *, keys: Keys, settings: Settings, stored: str | None = None) -> ResolvedModel:
    """Find the key or the weights of a model, or name what is missing. A stored key of its provider is given."""
    api_key = stored
    if model.provider_id is None and model.api_key_env is not None:
        api_key = keys.find(model.api_key_env)
        if api_key is None:
            raise KeyMissing(f"Set {model.api_key_env}.")
    base_url = _find_file(model, settings) if model.connector == EMBEDDED_CONNECTOR else model.base_url
    place = Place(model.model, base_url, api_key)
    return ResolvedModel(place, read_params(model.params), model.system_prompt)


def _find_file(model: OfferedModel, settings: Settings) -> str:
    # Found anew on every machine: the path in one data folder means nothing in another.
    if model.base_url:
        return str(find_weights(Path(model.base_url).expanduser()))
    return str(find_own_weights(settings))


def read_params(stored: Mapping[str, Any]) -> Params:
    return Params(**{**stored, "stop": tuple(stored.get("stop", ()))})


def merge_params(base: Params, wanted: Params | None) -> Params:
    """What this call asks for goes before the model's own defaults."""
    if wanted is None:
        return base
    return replace(
        wanted,
        max_tokens=wanted.max_tokens if wanted.max_tokens is not None else base.max_tokens,
        temperature=wanted.temperature if wanted.temperature is not None else base.temperature,
        top_p=wanted.top_p if wanted.top_p is not None else base.top_p,
        seed=wanted.seed if wanted.seed is not None else base.seed,
        stop=wanted.stop or base.stop,
        tools=wanted.tools or base.tools,
        reasoning_effort=wanted.reasoning_effort if wanted.reasoning_effort is not None else base.reasoning_effort,
        extra={**base.extra, **wanted.extra},
    )
