"""Parse and check `models.yaml`. An error message names line and field."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, ConfigDict, Field, JsonValue, ValidationError, model_validator

from llmbattler.connectors.contract import Abilities
from llmbattler.core.integers import LARGEST_INTEGER
from llmbattler.core.yaml_lines import Document, YamlProblem, format_path, read_yaml

from .errors import BadModelsFile
from .model_names import OneLine
from .models import ModelStatus, PlaceKind, PriceSource, Source
from .offers import EMBEDDED_CONNECTOR, OfferedModel, guess_place
from .prices import Address, Price, find_context_length, find_price
from .storable import Storable

FILE_NAME = "models.yaml"
MOST_PROBLEMS = 10
_OWN_SECRETS = frozenset({"SECRET_KEY", "MASTER_KEY", "DATABASE_URL", "DATABASE_DIRECT_URL", "POSTGRES_URI"})
_ENV_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _check_url(value: str) -> str:
    try:
        parts = urlsplit(value)
        good = parts.scheme in {"http", "https"} and parts.hostname is not None and (parts.port or 1) > 0
    except ValueError:
        good = False
    if not good or any(character.isspace() for character in value):
        raise ValueError("must be an http(s) address")
    if parts.username is not None or parts.password is not None:
        raise ValueError("must not contain a password; put the key into an environment variable, named in api_key_env")
    return value.rstrip("/")


def _check_env_name(value: str) -> str:
    if not _ENV_NAME.fullmatch(value):
        raise ValueError("must be the name of an environment variable, not the key itself")
    if value.upper() in _OWN_SECRETS:
        raise ValueError("names a secret of this site, which must not be sent to a model server")
    return value


Words = Annotated[str, Field(min_length=1, max_length=200)]


class _Strict(Storable):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)


class PricesEntry(_Strict):
    """USD per million tokens."""

    input: float = Field(ge=0, le=1_000_000, description="USD per million input tokens.")
    output: float = Field(ge=0, le=1_000_000, description="USD per million output tokens.")


class ParamsEntry(_Strict):
    """Default parameters of every call to this model."""

    temperature: float | None = Field(
        None, ge=0, le=5, description="Sampling temperature: higher values give more varied answers."
    )
    max_tokens: int | None = Field(None, ge=1, le=1_000_000, description="Maximum length of an answer in tokens.")
    top_p: float | None = Field(
        None, gt=0, le=1, description="Sample from the most likely tokens up to this probability."
    )
    seed: int | None = Field(
        None, ge=-(2**63), lt=2**63, description="Makes answers repeatable, if the server supports it."
    )
    stop: list[Words] = Field(default_factory=list, max_length=16, description="Texts that end the answer.")
    extra: dict[str, JsonValue] = Field(
        default_factory=dict, description="Fields of this kind of server; sent as they are."
    )


class ModelEntry(_Strict):
    """One model."""

    id: str = Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$",
        description="Stable name in addresses, votes and exports. Letters, digits, `.`, `_` and `-`.",
    )
    name: OneLine | None = Field(None, description="Display name. Default: the id.")
    model: OneLine | None = Field(None, description="Name of the model at the server. Default: the id.")
    connector: str = Field(
        "openai",
        description="`openai` (also Ollama, vLLM, LM Studio …), `anthropic`, `google`, `embedded`, or a connector of "
        "an installed package.",
    )
    base_url: str | None = Field(
        None, description="Address of the model server. For `embedded`: a GGUF file. Default: the provider's own."
    )
    api_key_env: Annotated[str, AfterValidator(_check_env_name)] | None = Field(
        None, description="Name of the environment variable that holds the key. Never the key itself."
    )
    provider: str | None = Field(
        None, max_length=40, description="Id of a provider in the admin area, whose address and key are used."
    )
    organization: OneLine | None = Field(None, description="Who made the model.")
    license: OneLine | None = Field(None, description="License of the model.")
    description: str | None = Field(None, max_length=2000, description="A sentence or two for the models page.")
    status: Literal["active", "paused", "retired"] = Field(
        "active", description="`paused` models are not drawn; `retired` ones only stay on the leaderboard."
    )
    prices: PricesEntry | None = Field(None, description="USD per million tokens. Default: the built-in price list.")
    context_length: int | None = Field(
        None, ge=1, le=LARGEST_INTEGER, description="Maximum tokens of prompt and answer together."
    )
    abilities: list[Literal["vision", "tools", "reasoning"]] = Field(
        default_factory=list, description="Abilities besides text: `vision`, `tools`, `reasoning`."
    )
    params: ParamsEntry = Field(default_factory=ParamsEntry, description="Default parameters.")
    system_prompt: str | None = Field(None, max_length=100_000, description="System prompt before each conversation.")
    weight: float = Field(1.0, ge=0, le=1000, description="How often it is drawn, relative to the others.")
    place: Literal["embedded", "local", "cloud"] | None = Field(
        None, description="Where it runs, for display and price. Default: derived from the address."
    )

    @model_validator(mode="after")
    def _check_address(self) -> Self:
        if self.base_url is not None and self.connector != EMBEDDED_CONNECTOR:
            _check_url(self.base_url)
        if self.provider is not None and {"base_url", "api_key_env", "connector"} & self.model_fields_set:
            raise ValueError("names a provider, which has connector, base_url and key; leave those out")
        return self


class ModelsFile(_Strict):
    """The catalog of an llmbattler site."""

    models: list[ModelEntry] = Field(default_factory=list, max_length=2000, description="The models of this site.")


@dataclass(frozen=True, slots=True)
class ListedModels:
    """The models of the file, and warnings about it."""

    path: Path | None
    offers: Sequence[OfferedModel]
    warnings: Sequence[str]


def parse_models(content: bytes, *, name: str = FILE_NAME, connectors: Sequence[str]) -> Sequence[ModelEntry]:
    try:
        document = read_yaml(content)
    except YamlProblem as problem:
        raise BadModelsFile(_sentence(name, problem.line, format_path(problem.path), problem.sentence)) from None
    try:
        file = ModelsFile.model_validate(document.value if document.value is not None else {})
    except ValidationError as error:
        raise BadModelsFile(_explain(name, document, error)) from None
    problems = [
        _sentence(name, document.line_of(("models", number, field)), f"models[{number}].{field}", said)
        for number, field, said in _cross_check(file.models, connectors)
    ]
    if problems:
        raise BadModelsFile("\n".join(problems[:MOST_PROBLEMS]))
    return file.models


def _cross_check(entries: Sequence[ModelEntry], connectors: Sequence[str]) -> list[tuple[int, str, str]]:
    problems: list[tuple[int, str, str]] = []
    first: dict[str, int] = {}
    for number, entry in enumerate(entries):
        # Two ids that differ only in case would look the same to people.
        if (earlier := first.setdefault(entry.id.lower(), number)) != number:
            problems.append((number, "id", f"`{entry.id}` is already used by models[{earlier}]"))
        if entry.connector not in connectors:
            offered = ", ".join(sorted(connectors))
            problems.append((number, "connector", f"there is no connector `{entry.connector}`; installed: {offered}"))
    return problems


def _explain(name: str, document: Document, error: ValidationError) -> str:
    sentences = []
    for problem in error.errors(include_url=False, include_context=False)[:MOST_PROBLEMS]:
        path = tuple(problem["loc"])
        said = _in_words(problem["type"], problem["msg"])
        if said == "must be an http(s) address" or said.startswith("must not contain a password"):
            path = (*path, "base_url")  # the check of the whole entry, because it needs the connector too
        sentences.append(_sentence(name, document.line_of(path), format_path(path), said))
    return "\n".join(sentences)


def _in_words(kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return "is not a known field"
    if kind == "missing":
        return "is missing"
    if kind == "string_pattern_mismatch":
        return "may contain only letters, digits, `.`, `_` and `-`, at most 80, starting with a letter or digit"
    message = message.removeprefix("Value error, ")
    return message[0].lower() + message[1:].replace("Input should", "should")


def _sentence(name: str, line: int | None, field: str, said: str) -> str:
    place = ", ".join(part for part in (name, f"line {line}" if line else "", field) if part)
    return f"{place}: {said}"


def to_offer(entry: ModelEntry, environment: Mapping[str, str]) -> OfferedModel:
    """Convert an entry to a model."""
    base_url = entry.base_url or ""
    if entry.connector != EMBEDDED_CONNECTOR:
        base_url = base_url.rstrip("/")
    model = entry.model or entry.id
    place = PlaceKind(entry.place) if entry.place else guess_place(entry.connector, base_url)
    address = Address(entry.connector, base_url, model)
    keyless = entry.api_key_env is not None and not environment.get(entry.api_key_env)
    paused = keyless and entry.status == "active"
    return OfferedModel(
        model_id=entry.id,
        name=entry.name or entry.id,
        connector=entry.connector,
        model=model,
        source=Source.FILE,
        place=place,
        base_url=base_url,
        api_key_env=entry.api_key_env,
        provider_id=entry.provider,
        organization=entry.organization,
        license=entry.license,
        description=entry.description,
        status=ModelStatus.PAUSED if paused else ModelStatus(entry.status),
        note=f"The environment variable {entry.api_key_env} is not set." if paused else None,
        abilities=Abilities(**{word: word in entry.abilities for word in ("vision", "tools", "reasoning")}),
        context_length=entry.context_length or find_context_length(address),
        price=_price(entry.prices) if entry.prices else find_price(address, place),
        params=entry.params.model_dump(exclude_defaults=True),
        system_prompt=entry.system_prompt,
        weight=entry.weight,
    )


def _price(prices: PricesEntry) -> Price:
    return Price(Decimal(str(prices.input)), Decimal(str(prices.output)), PriceSource.FILE)


def write_schema() -> str:
    """Return the JSON schema for editors, as stored in `docs/models.schema.json`."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **ModelsFile.model_json_schema()}
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(write_schema())
