from random import Random
from typing import Any

import pytest
from tests.scripts.checkouts import load

from llmbattler.benchmarks.suites.datasets.samples import build_samples
from llmbattler.benchmarks.suites.datasets.service import load_dataset
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.included.catalog import list_included
from llmbattler.benchmarks.suites.prompts.renderer import Renderer
from llmbattler.benchmarks.suites.scoring.marks import Marker
from llmbattler.benchmarks.suites.scoring.turns import ModelAnswer, Turn
from llmbattler.scorers.contract import Tools

suite_answers, run_files = load("demo_recording.suite_answers"), load("demo_recording.run_files")
AnswerStyle, AnswerWriter, DrawnOutcome = (
    suite_answers.AnswerStyle,
    suite_answers.AnswerWriter,
    suite_answers.DrawnOutcome,
)
TICKETS = run_files.load_suite("support-tickets", 2).spec
SUITES = {spec.name: spec for spec in (*list_included(), TICKETS)}
SPOKEN = ("arithmetic-stories", "short-facts", "instructions", "consistency", "puzzles", "support-tickets")
FATES = (DrawnOutcome.RIGHT, DrawnOutcome.WRONG, DrawnOutcome.UNPARSED)


async def _mark(spec: SuiteSpec, outcome: Any) -> list[str]:
    """Outcomes of an answer to every sample, in alternating styles."""
    samples = build_samples(load_dataset(spec.dataset, folder=None).records, spec.dataset)
    speaker, marker, renderer = AnswerWriter(spec.name, samples), Marker(spec), Renderer(spec, [])
    found = []
    for sample in samples:
        style = list(AnswerStyle)[sample.position % len(AnswerStyle)]
        said = ModelAnswer(text=speaker.write(sample, outcome, style, Random(sample.position)).text)  # noqa: S311
        asked = renderer.render(sample, next(iter(spec.prompts)))[-1].text
        marks = await marker.mark(sample, [Turn(question=asked, answer=said)], Tools(), renderer.target)
        found.append(f"{marks.outcome}: {said.text}")
    return found


@pytest.mark.parametrize("suite", SPOKEN)
@pytest.mark.parametrize("outcome", FATES)
async def test_every_answer_has_its_intended_outcome(suite: str, outcome: Any) -> None:
    assert [one for one in await _mark(SUITES[suite], outcome) if not one.startswith(f"{outcome}:")] == []


def test_answers_differ_by_style() -> None:
    spec = TICKETS
    samples = build_samples(load_dataset(spec.dataset, folder=None).records, spec.dataset)
    speaker = AnswerWriter(spec.name, samples)
    said = {style: speaker.write(samples[0], DrawnOutcome.RIGHT, style, Random(1)).text for style in AnswerStyle}  # noqa: S311
    assert said[AnswerStyle.BRIEF] == "Billing"
    assert said[AnswerStyle.ORNATE] == "**Billing**"
    assert len(said[AnswerStyle.CHATTY]) > len(said[AnswerStyle.PLAIN])
