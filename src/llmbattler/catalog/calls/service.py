"""Resolve a model of the catalog to what a connector needs: place, key, parameters, system prompt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from llmbattler.connectors.contract import Message, Params, Place
from llmbattler.connectors.weights import find_weights
from llmbattler.core.logs import hide_secret
from llmbattler.core.settings import Settings, read_environment

from ..embedded.service import find_embedded_weights
from ..errors import KeyMissing
from ..offers import EMBEDDED_CONNECTOR, OfferedModel
from ..settings import CatalogSettings

_UNSET = Params()


class EnvironmentKeys:
    """The provider keys of this process, found by the name of their environment variable."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    @classmethod
    def read(cls, settings: Settings) -> "EnvironmentKeys":
        """Read the keys in the settings, and all other variables, which the catalog file may name."""
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
        """Put the model's own system prompt first; one in the conversation comes after it."""
        if not self.system_prompt:
            return messages
        return [Message.system(self.system_prompt), *messages]


def resolve(
    model: OfferedModel, *, keys: EnvironmentKeys, settings: Settings, stored: str | None = None
) -> ResolvedModel:
    """Find the key or the weights of a model; `stored` is the stored key of its provider. Raises `KeyMissing`."""
    api_key = stored
    if model.provider_id is None and model.api_key_env is not None:
        api_key = keys.find(model.api_key_env)
        if api_key is None:
            raise KeyMissing(f"Set {model.api_key_env}.")
    base_url = _find_file(model, settings) if model.connector == EMBEDDED_CONNECTOR else model.base_url
    place = Place(model.model, base_url, api_key)
    return ResolvedModel(place, read_params(model.params), model.system_prompt)


def _find_file(model: OfferedModel, settings: Settings) -> str:
    # Resolved on each machine: data folders have different paths.
    if model.base_url:
        return str(find_weights(Path(model.base_url).expanduser()))
    return str(find_embedded_weights(settings))


def read_params(stored: Mapping[str, Any]) -> Params:
    if not stored:
        return _UNSET
    return Params(**{**stored, "stop": tuple(stored.get("stop", ()))})


def merge_params(base: Params, wanted: Params | None) -> Params:
    """Merge the parameters of a call with the model's defaults; those of the call take precedence."""
    if wanted is None or wanted == _UNSET:
        return base
    if base == _UNSET:
        return wanted
    given = [each.name for each in fields(Params) if getattr(wanted, each.name) != getattr(_UNSET, each.name)]
    changes = {name: getattr(wanted, name) for name in given}
    return replace(base, **{**changes, "extra": {**base.extra, **wanted.extra}})
