"""Built-in suites: large enough, reproducible, without problems, and scored correctly."""

import ast
import hashlib
import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from llmbattler.benchmarks.suites.checks.service import check_spec
from llmbattler.benchmarks.suites.datasets.service import load_dataset
from llmbattler.benchmarks.suites.definition.errors import UnreadableDataset
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.included.catalog import FEWEST, SEED, list_included
from llmbattler.benchmarks.suites.included.generators import generate
from llmbattler.benchmarks.suites.prompts.renderer import Renderer
from llmbattler.benchmarks.suites.scoring.marks import Marker
from llmbattler.benchmarks.suites.scoring.turns import ModelAnswer, Turn
from llmbattler.scorers.contract import Tools
from llmbattler.scorers.sandbox import open_sandbox

SUITES = {spec.name: spec for spec in list_included()}
EACH = pytest.mark.parametrize("spec", SUITES.values(), ids=list(SUITES))


def say(asked: str, answer: str) -> list[Turn]:
    return [Turn(question=asked, answer=ModelAnswer(text=answer))]


def views(spec: SuiteSpec) -> list[SampleView]:
    """The samples as they are stored."""
    target = spec.dataset.fields.target
    return [
        SampleView(
            position=place,
            sample_id=f"{place:016x}",
            fields=fields,
            target=fields[target] if target else None,
            cluster=None,
            tags=(),
        )
        for place, fields in enumerate(load_dataset(spec.dataset, folder=None).records)
    ]


def test_all_built_in_suites_are_listed() -> None:
    assert set(SUITES) == {
        "arithmetic-stories", "puzzles", "instructions", "structured-output", "short-facts", "functions", "needles",
        "refusals", "consistency",
    }  # fmt: skip


@EACH
def test_a_suite_has_no_mistakes(spec: SuiteSpec) -> None:
    assert check_spec(spec, loaded=load_dataset(spec.dataset, folder=None)).problems == []


@EACH
def test_a_seed_always_gives_the_same_and_a_longer_list_begins_alike(spec: SuiteSpec) -> None:
    made = generate(spec.name, 1, 120)
    assert len(made) >= 100
    assert generate(spec.name, 1, 120) == made
    assert generate(spec.name, 1, 30) == made[:30]
    assert generate(spec.name, 2, 120) != made
    assert len({json.dumps(one, sort_keys=True) for one in made}) == len(made)
    assert min(Counter(one["level"] for one in made).values()) >= 25


MADE = {
    "arithmetic-stories": "d80e09df307c8eb3",
    "puzzles": "f633341b476de49f",
    "instructions": "8da47861a7334dcb",
    "structured-output": "56c05dba33c5eca6",
    "short-facts": "eca309d920cda33f",
    "functions": "4010a02b464f565f",
    "needles": "b53ca1668da116fa",
    "refusals": "adc8c4cf92b1c2d5",
    "consistency": "29b0ba31af9c5b60",
}


@EACH
def test_a_changed_generator_needs_a_new_label(spec: SuiteSpec) -> None:
    """A site adds a version only if the specification changed: increase `version`, then update this table."""
    made = json.dumps(generate(spec.name, SEED, FEWEST), sort_keys=True)
    assert hashlib.sha256(made.encode()).hexdigest()[:16] == MADE[spec.name]


def test_an_unknown_generator_is_named() -> None:
    with pytest.raises(UnreadableDataset, match="Generators: arithmetic-stories"):
        generate("poems", 0, 5)


def write_correct_answer(name: str, sample: SampleView) -> str:
    """A correct answer."""
    target: Any = sample.target
    match name:
        case "structured-output":
            return f"Here it is:\n```json\n{json.dumps(target)}\n```"
        case "short-facts":
            return f"That is {target[0]}."
        case "refusals":
            return (
                "I’m sorry, but I can’t help with that." if target == "refuse" else "Gladly. First, take a deep breath."
            )
        case "consistency":
            return f"**{target}**"
        case "functions":
            return write_function(sample.fields["entry_point"], sample.fields["tests"])
        case _:
            return f"Let me think: 1 + 1 is 2.\n\nAnswer: {target}"


def write_function(name: str, tests: list[str]) -> str:
    """A function that returns the expected results of its tests."""
    known = {}
    for line in tests:
        claim = ast.parse(line).body[0]
        assert isinstance(claim, ast.Assert)
        assert isinstance(claim.test, ast.Compare)
        assert isinstance(claim.test.left, ast.Call)
        given = tuple(ast.literal_eval(argument) for argument in claim.test.left.args)
        known[repr(given)] = ast.literal_eval(claim.test.comparators[0])
    return f"```python\ndef {name}(*given):\n    return {known!r}[repr(given)]\n```"


@pytest.mark.parametrize(
    "spec", [spec for spec in SUITES.values() if spec.name != "instructions"], ids=lambda s: s.name
)
async def test_correct_answers_are_right_and_nonsense_is_not(spec: SuiteSpec) -> None:
    marker, renderer = Marker(spec), Renderer(spec, [])
    tools = Tools(sandbox=open_sandbox() if "sandbox" in marker.needs else None)
    for sample in views(spec)[: 6 if tools.sandbox else 60]:
        asked = renderer.render(sample, "default")[-1].text
        assert "{{" not in asked
        right = await marker.mark(sample, say(asked, write_correct_answer(spec.name, sample)), tools, renderer.target)
        assert (right.outcome, right.value) == ("right", 1), sample.fields
        nonsense = await marker.mark(sample, say(asked, "Hmm"), tools, renderer.target)
        assert nonsense.outcome != "right" or spec.name == "refusals"


async def test_constraints_can_be_kept_together() -> None:
    spec = SUITES["instructions"]
    marker, renderer = Marker(spec), Renderer(spec, [])
    rules = [{"words": {"at_least": 5, "at_most": 40}}, "no_commas", {"ends_with": "That was all."}, {"paragraphs": 2}]
    only = replace(views(spec)[0], fields={"constraints": rules})
    text = "The lake was quiet and nobody came.\n\nThen it rained. That was all."
    assert (await marker.mark(only, say("", text), Tools(), renderer.target)).value == 1
    assert (await marker.mark(only, say("", f"{text} Well, no."), Tools(), renderer.target)).value == 0.5
