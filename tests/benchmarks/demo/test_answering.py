from random import Random

import pytest

from llmbattler.benchmarks.demo import tickets
from llmbattler.benchmarks.demo.abilities import Fate
from llmbattler.benchmarks.demo.answering import Speaker
from llmbattler.benchmarks.suites.datasets import build_samples
from llmbattler.benchmarks.suites.included import list_included
from llmbattler.benchmarks.suites.marking import Marker, Said
from llmbattler.benchmarks.suites.rendering import Renderer
from llmbattler.benchmarks.suites.sources import load_dataset
from llmbattler.benchmarks.suites.spec import SuiteSpec
from llmbattler.connectors.demo_data.demo_models import AnswerStyle
from llmbattler.scorers.contract import Tools

SUITES = {spec.name: spec for spec in (*list_included(), tickets.describe_suite())}
SPOKEN = ("arithmetic-stories", "short-facts", "instructions", "consistency", "puzzles", "support-tickets")
FATES = (Fate.RIGHT, Fate.WRONG, Fate.UNPARSED)


async def _mark(spec: SuiteSpec, fate: Fate) -> list[str]:
    """What the suite's own scores say to an answer to every sample, the styles taking turns."""
    samples = build_samples(load_dataset(spec.dataset, folder=None).records, spec.dataset)
    speaker, marker, renderer = Speaker(spec.name, samples), Marker(spec), Renderer(spec, [])
    found = []
    for sample in samples:
        style = list(AnswerStyle)[sample.position % len(AnswerStyle)]
        said = Said(text=speaker.speak(sample, fate, style, Random(sample.position)).text)  # noqa: S311
        asked = renderer.render(sample, next(iter(spec.prompts)))[-1].text
        marks = await marker.mark(sample, asked, said, Tools(), renderer.target)
        found.append(f"{marks.outcome}: {said.text}")
    return found


@pytest.mark.parametrize("suite", SPOKEN)
@pytest.mark.parametrize("fate", FATES)
async def test_every_answer_is_marked_as_it_was_meant(suite: str, fate: Fate) -> None:
    assert [one for one in await _mark(SUITES[suite], fate) if not one.startswith(f"{fate}:")] == []


def test_answers_differ_by_style() -> None:
    spec = tickets.describe_suite()
    samples = build_samples(load_dataset(spec.dataset, folder=None).records, spec.dataset)
    speaker = Speaker(spec.name, samples)
    said = {style: speaker.speak(samples[0], Fate.RIGHT, style, Random(1)).text for style in AnswerStyle}  # noqa: S311
    assert said[AnswerStyle.BRIEF] == "Billing"
    assert said[AnswerStyle.ORNATE] == "**Billing**"
    assert len(said[AnswerStyle.CHATTY]) > len(said[AnswerStyle.PLAIN])
