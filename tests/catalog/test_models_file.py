import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from pydantic import BaseModel

from llmbattler.catalog.errors import BadModelsFile
from llmbattler.catalog.models import ModelStatus, PlaceKind, PriceSource
from llmbattler.catalog.models_file import ModelEntry, ParamsEntry, PricesEntry, parse_models, to_offer, write_schema
from llmbattler.catalog.offers import OfferedModel

ROOT = Path(__file__).parents[2]
CONNECTORS = ("openai", "anthropic", "google", "embedded")

FULL = """\
models:
  - id: house-model
    name: House model
    model: org/house:7b
    connector: openai
    base_url: https://models.example.com/v1/
    api_key_env: HOUSE_KEY
    organization: The House
    license: MIT
    description: Ours.
    status: active
    prices: {input: 0.1, output: 1}
    context_length: 8192
    abilities: [vision, tools]
    params: {temperature: 0.5, max_tokens: 100, top_p: 1, seed: 7, stop: [END], extra: {min_p: 0.1}}
    system_prompt: Be kind.
    weight: 2
    place: local
"""


def read(text: str, **environment: str) -> list[OfferedModel]:
    entries = parse_models(text.encode(), connectors=CONNECTORS)
    return [to_offer(entry, environment) for entry in entries]


def test_every_field_arrives() -> None:
    (model,) = read(FULL, HOUSE_KEY="sk-house")
    assert (model.model_id, model.name, model.model) == ("house-model", "House model", "org/house:7b")
    assert model.base_url == "https://models.example.com/v1"
    assert model.api_key_env == "HOUSE_KEY"
    assert model.place is PlaceKind.LOCAL
    assert model.status is ModelStatus.ACTIVE
    assert model.price is not None
    assert (model.price.input, model.price.output) == (Decimal("0.1"), Decimal("1.0"))
    assert model.price.source is PriceSource.FILE
    assert (model.abilities.vision, model.abilities.tools, model.abilities.reasoning) == (True, True, False)
    assert model.params == {
        "temperature": 0.5,
        "max_tokens": 100,
        "top_p": 1,
        "seed": 7,
        "stop": ["END"],
        "extra": {"min_p": 0.1},
    }
    assert (model.context_length, model.system_prompt, model.weight) == (8192, "Be kind.", 2)


def test_an_id_is_enough() -> None:
    (model,) = read("models: [{id: gpt-4o-mini}]")
    assert (model.name, model.model, model.connector) == ("gpt-4o-mini", "gpt-4o-mini", "openai")
    assert model.place is PlaceKind.CLOUD
    assert model.price is not None
    assert model.price.source is PriceSource.LISTED
    assert model.context_length == 128_000


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "models:\n  - id: a\n  - id: b\n    name: B\n    model: m\n\n    base_url: ftp://x\n",
            "models.yaml, line 7, models[1].base_url: must be an http(s) address",
        ),
        ("models:\n  - id: a\n    base_url: 'http://'\n", "line 3, models[0].base_url: must be an http(s) address"),
        ("models:\n  - id: a\n    base_url: http://x:99999\n", "line 3, models[0].base_url: must be an http(s)"),
        (
            "models:\n  - id: a\n    base_url: https://me:pw@x/v1\n",
            "line 3, models[0].base_url: must not contain a pass",
        ),
        ("models:\n  - id: a\n    color: red\n", "models.yaml, line 3, models[0].color: is not a known field"),
        ("models:\n  - name: A\n", "models.yaml, line 2, models[0].id: is missing"),
        ("models:\n  - id: a\n  - id: A\n", "models.yaml, line 3, models[1].id: `A` is already used by models[0]"),
        ("models:\n  - id: a/b\n", "line 2, models[0].id: may contain only letters"),
        ("models:\n  - id: a\n    connector: morse\n", "line 3, models[0].connector: there is no connector `morse`"),
        ("models:\n  - id: a\n    status: asleep\n", "line 3, models[0].status: input should be 'active', 'paused'"),
        ("models:\n  - id: a\n    prices: {input: -1, output: 1}\n", "line 3, models[0].prices.input: input should be"),
        (
            "models:\n  - id: a\n    prices: {input: .nan, output: 1}\n",
            "line 3, models[0].prices.input: input should be",
        ),
        ("models:\n  - id: a\n    prices:\n      input: 1\n", "line 3, models[0].prices.output: is missing"),
        ("models:\n  - id: a\n    params:\n      temperature: hot\n", "line 4, models[0].params.temperature: input"),
        ("models:\n  - id: a\n    abilities: [dance]\n", "line 3, models[0].abilities[0]: input should be"),
        ("models:\n  - id: a\n    name: 2024-01-01\n", "line 3, models[0].name: input should be a valid string"),
        (
            "models:\n  - id: a\n    api_key_env: sk-abc/def\n",
            "line 3, models[0].api_key_env: must be the name of an env",
        ),
        (
            "models:\n  - id: a\n    api_key_env: SECRET_KEY\n",
            "line 3, models[0].api_key_env: names a secret of this site",
        ),
        ("modles: []\n", "models.yaml, line 1, modles: is not a known field"),
        ("- id: a\n", "models.yaml, line 1: input should be a valid dictionary"),
        ("models:\n  - id: a\n    id: b\n", "models.yaml, line 3, models[0].id: is given twice"),
        ("models: !!python/name:os.system\n", "models.yaml, line 1: the tag `!!python/name:os.system` is not allowed"),
    ],
)
def test_a_bad_file_names_line_and_field(text: str, sentence: str) -> None:
    with pytest.raises(BadModelsFile) as caught:
        parse_models(text.encode(), connectors=CONNECTORS)
    assert sentence in str(caught.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(BadModelsFile) as caught:
        parse_models(b"models:\n  - id: a\n    x: 1\n  - id: b\n    y: 1\n", connectors=CONNECTORS)
    assert str(caught.value).count("is not a known field") == 2


def test_a_key_in_the_file_is_not_repeated_in_the_message() -> None:
    with pytest.raises(BadModelsFile) as caught:
        parse_models(b"models:\n  - id: a\n    api_key_env: sk-very/secret\n", connectors=CONNECTORS)
    assert "sk-very" not in str(caught.value)


def test_an_empty_file_lists_nothing() -> None:
    assert parse_models(b"", connectors=CONNECTORS) == []


def test_the_schema_for_editors_is_fresh() -> None:
    stored = (ROOT / "docs/models.schema.json").read_text()
    assert stored == write_schema(), "run: python -m llmbattler.catalog.models_file > docs/models.schema.json"


def test_the_example_is_valid_and_names_the_schema() -> None:
    text = (ROOT / "models.example.yaml").read_text()
    first = text.splitlines()[0]
    named = re.fullmatch(r"# yaml-language-server: \$schema=(.+)", first)
    assert named is not None
    assert (ROOT / named[1]).is_file()
    parse_models(text.encode(), connectors=CONNECTORS)
    jsonschema.validate(yaml.safe_load(text), json.loads(write_schema()))


@pytest.mark.parametrize("block", re.findall(r"```yaml\n(.*?)```", (ROOT / "docs/models.md").read_text(), re.DOTALL))
def test_the_examples_in_the_docs_are_valid(block: str) -> None:
    parse_models(block.encode(), connectors=CONNECTORS)


@pytest.mark.parametrize("entry", [ModelEntry, ParamsEntry, PricesEntry])
def test_every_field_is_documented(entry: type[BaseModel]) -> None:
    page = (ROOT / "docs/models.md").read_text()
    fields: dict[str, Any] = dict(entry.model_fields)
    missing = [name for name in fields if f"| `{name}` |" not in page]
    assert not missing
    assert all(field.description for field in fields.values())
