from statistics import fmean
from typing import Any

import pytest
from tests.scripts.checkouts import load

from llmbattler.benchmarks.suites.definition.samples import SampleView

abilities = load("demo_recording.abilities")
DrawnOutcome, OutcomeDraws, ability, draw = (
    abilities.DrawnOutcome,
    abilities.OutcomeDraws,
    abilities.ability,
    abilities.draw,
)
DEMO_MODELS = load("demo_recording.demo_models").DEMO_MODELS

SUITES = ("arithmetic-stories", "short-facts", "instructions", "consistency", "puzzles", "support-tickets")


def _samples(level: str, count: int = 400, clusters: int | None = None) -> list[SampleView]:
    return [
        SampleView(
            position=number,
            sample_id=f"{level}{number}",
            fields={"level": level},
            cluster=None if clusters is None else f"{level}{number % clusters}",
        )
        for number in range(count)
    ]


def _draws(run: str = "first", *, sampled: bool = False, **shifts: float) -> Any:
    named = {name.replace("_", "-"): shift for name, shift in shifts.items()}
    return OutcomeDraws(seed=1, suite="puzzles", run=run, sampled=sampled, shifts=named)


def _draw_outcomes(draws: Any, samples: list[SampleView], model: str = "basalt-34b") -> list[Any]:
    return [draws.draw_outcome(model, sample, prompt="default", epoch=1) for sample in samples]


def _share(fates: list[Any]) -> float:
    return fmean(outcome is DrawnOutcome.RIGHT for outcome in fates)


def test_a_draw_depends_on_its_names_and_is_uniform() -> None:
    drawn = [draw(1, "luck", number) for number in range(4000)]
    assert drawn == [draw(1, "luck", number) for number in range(4000)]
    assert all(0 < one < 1 for one in drawn)
    assert fmean(drawn) == pytest.approx(0.5, abs=0.02)
    assert draw("ab", "c") != draw("a", "bc")


@pytest.mark.parametrize("suite", SUITES)
def test_ability_follows_the_rating_but_not_exactly(suite: str) -> None:
    rated = [one.model_id for one in sorted(DEMO_MODELS, key=lambda one: -one.rating)]
    able = sorted(rated, key=lambda one: -ability(one, suite, seed=1))
    size = len(rated)
    distance = sum((rated.index(one) - able.index(one)) ** 2 for one in rated)
    assert 0.6 < 1 - 6 * distance / (size * (size**2 - 1)) < 1


def test_harder_levels_are_harder() -> None:
    easy, medium, hard = (_share(_draw_outcomes(_draws(), _samples(level))) for level in ("easy", "medium", "hard"))
    assert easy > medium + 0.05 > hard + 0.1


def test_a_model_mostly_repeats_its_answers() -> None:
    samples = _samples("medium")
    first = _draw_outcomes(_draws(), samples)
    calm, sampled = (_draw_outcomes(_draws("second", sampled=sampled), samples) for sampled in (False, True))
    assert first != calm
    same, other = (fmean(a is b for a, b in zip(first, again, strict=True)) for again in (calm, sampled))
    assert same > 0.9
    assert other < same - 0.05


def test_a_model_that_was_worse_then_was_right_less_often() -> None:
    samples = _samples("medium")
    assert _share(_draw_outcomes(_draws(basalt_34b=-1.5), samples)) < _share(_draw_outcomes(_draws(), samples)) - 0.15


def test_samples_of_a_cluster_share_their_outcome() -> None:
    samples = _samples("medium", clusters=100)
    right = [outcome is DrawnOutcome.RIGHT for outcome in _draw_outcomes(_draws(), samples)]
    groups = [right[start::100] for start in range(100)]
    assert sum(len(set(group)) == 1 for group in groups) > 50


def test_weak_models_are_unparsed_more_often_and_every_outcome_occurs() -> None:
    samples = _samples("medium", 3000)
    weak, strong = (_draw_outcomes(_draws(), samples, model) for model in ("lantern-1b", "aurora-9-large"))
    assert set(weak) == set(DrawnOutcome)
    assert weak.count(DrawnOutcome.UNPARSED) > 3 * strong.count(DrawnOutcome.UNPARSED) > 0
    assert weak.count(DrawnOutcome.FAILED) < 60
