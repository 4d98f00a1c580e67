import inspect
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from llmbattler.scorers.checks import CheckKind, list_checks, list_ifeval
from llmbattler.scorers.errors import BadOptions, UnknownScorer
from llmbattler.scorers.extraction import StepKind, list_steps
from llmbattler.scorers.registry import find_scorer, list_scorers, make_scorer

DOCUMENT = Path(__file__).parents[2] / "docs" / "scorers.md"
RUN_CODE = ["code_tests", "snippet"]
OURS = [
    "choice",
    "constraints",
    "cost",
    "exact",
    "f1",
    "includes",
    "json_schema",
    "latency",
    "number",
    "pairwise",
    "regex",
    "refusal",
    "rubric",
    "similarity",
]


def test_all_built_in_scorers_are_installed() -> None:
    assert {*OURS, *RUN_CODE} <= set(list_scorers())


@pytest.mark.parametrize("name", OURS)
def test_every_scorer_explains_itself(name: str) -> None:
    kind = find_scorer(name)
    assert kind.title
    assert inspect.getdoc(kind)
    assert set(kind.needs) <= {"judge", "sandbox"}
    for option, about in kind.Options.model_json_schema().get("properties", {}).items():
        assert about.get("description"), f"{name}.{option}"


@pytest.mark.parametrize("name", OURS)
def test_unknown_options_are_mistakes(name: str) -> None:
    with pytest.raises(ValidationError, match="no_such_option"):
        find_scorer(name).Options.model_validate({"no_such_option": 1})


def test_wrong_options_name_scorer_and_field() -> None:
    with pytest.raises(BadOptions, match="number: relative: "):
        make_scorer("number", {"relative": 2})


def test_an_unknown_scorer_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownScorer, match=r"'nope'.*exact"):
        make_scorer("nope", {})


@pytest.mark.parametrize("name", [*OURS, *RUN_CODE])
def test_every_scorer_and_option_is_documented(name: str) -> None:
    options = find_scorer(name).Options.model_json_schema().get("properties", {})
    _expect_documented(f"### `{name}`", name, set(options))


@pytest.mark.parametrize("step", list_steps(), ids=lambda step: step.name)
def test_every_step_and_option_is_documented(step: StepKind) -> None:
    name, options = step.name, step.options
    row = next((line for line in DOCUMENT.read_text().splitlines() if line.startswith(f"| `{name}` ")), "")
    _expect_named(row, f"step {name}", {name, *options.get("properties", {})})


@pytest.mark.parametrize("check", list_checks(), ids=lambda check: check.name)
def test_every_constraint_and_option_is_documented(check: CheckKind) -> None:
    name, options = check.name, check.options
    wanted = set(options.get("properties", {})) - {"at_least", "at_most", "exactly"}
    _, _, after = DOCUMENT.read_text().partition("### `constraints`")
    row = next((line for line in after.splitlines() if line.startswith(f"| `{name}` ")), "")
    _expect_named(row, f"constraint {name}", {name, *wanted})


def test_there_are_enough_constraints() -> None:
    assert len(list_checks()) >= 25
    assert len(list_ifeval()) == 25


def _expect_documented(heading: str, what: str, names: set[str]) -> None:
    text = DOCUMENT.read_text()
    assert f"\n{heading}" in text, f"{DOCUMENT.name} has no section {heading}"
    section = re.split(r"\n##", text.partition(f"\n{heading}")[2])[0]
    _expect_named(section, what, names)


def _expect_named(text: str, what: str, names: set[str]) -> None:
    missing = sorted(name for name in names if f"`{name}`" not in text)
    assert not missing, f"{DOCUMENT.name}, {what}: {missing} is not documented"
