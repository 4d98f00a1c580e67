from typing import Any

import pytest

from llmbattler.benchmarks.suites.definition.errors import BadScore, BadSuite
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.scoring.marks import Mark, Marker, Marks, ModelAnswer, list_needs, sum_up
from llmbattler.scorers.contract import Score, Tools
from llmbattler.scorers.errors import BadOptions


def make_marker(*scores: dict[str, Any], **more: Any) -> Marker:
    spec = {"name": "s", "dataset": {"samples": []}, "prompts": {"main": "x"}, "scores": list(scores), **more}
    return Marker(SuiteSpec.model_validate(spec))


async def mark(marker: Marker, text: str, target: Any = "4") -> Marks:
    sample = SampleView(position=0, sample_id="x", fields={}, target=target)
    return await marker.mark(sample, "2+2?", ModelAnswer(text=text, total_ms=100), Tools(), lambda one, _: one.target)


EXACT = {"name": "exact", "scorer": "exact"}


async def test_right_wrong_and_unparsed() -> None:
    marker = make_marker({**EXACT, "extract": "n"}, extract={"n": ["number"]})
    assert [(await mark(marker, text)).outcome for text in ("it is 4", "it is 5", "no idea")] == [
        "right",
        "wrong",
        "unparsed",
    ]
    unparsed = await mark(marker, "no idea")
    assert unparsed.value == 0
    assert unparsed.marks[0].value is None
    assert "`n` found nothing" in unparsed.marks[0].reason


async def test_several_extractions_look_at_the_same_answer() -> None:
    marker = make_marker(
        {**EXACT, "name": "first", "extract": "first"},
        {**EXACT, "name": "last", "extract": "last"},
        {**EXACT, "name": "whole"},
        extract={"first": ["first_line"], "last": ["last_line"]},
    )
    marks = (await mark(marker, "4\n5")).marks
    assert [(one.name, one.extracted, one.value) for one in marks] == [
        ("first", "4", 1),
        ("last", "5", 0),
        ("whole", "4\n5", 0),
    ]


async def test_weights_thresholds_and_negation() -> None:
    marker = make_marker(
        {**EXACT, "weight": 3},
        {"name": "short", "scorer": "latency", "options": {"at_most_ms": 50}, "weight": 1},
        {"name": "not-five", "scorer": "includes", "options": {"texts": ["5"]}, "negate": True, "weight": 0},
        pass_at=0.7,
    )
    marks = await mark(marker, "4")
    assert marks.value == pytest.approx(0.75)
    assert marks.outcome == "right"
    assert [one.value for one in marks.marks] == [1, 0, 1]
    similar = {"name": "close", "scorer": "similarity"}
    low, high = make_marker({**similar, "threshold": 0.5}), make_marker({**similar, "threshold": 0.99})
    assert (await mark(low, "the big cat", "the big dog")).value == 1
    assert (await mark(high, "the big cat", "the big dog")).value == 0
    assert (
        await mark(make_marker({**similar, "threshold": 0.99, "negate": True}), "the big cat", "the big dog")
    ).value == 1


def test_an_unparsed_score_that_does_not_decide_leaves_the_sample_right() -> None:
    good, none = Mark(name="a", value=1, extracted="x", weight=3), Mark(name="b", value=None, extracted=None)
    assert sum_up((good, none), 0.75).outcome == "right"
    assert sum_up((good, none), 0.8).outcome == "unparsed"
    idle = Mark(name="c", value=None, extracted=None, weight=0)
    assert sum_up((good, idle), 1).outcome == "right"
    assert sum_up((idle,), 1) == Marks(marks=(idle,), value=None, outcome="unparsed")


def test_a_mean_that_misses_its_value_by_rounding_is_right() -> None:
    marks = tuple(Mark(name=str(n), value=0.7, extracted="", weight=0.1) for n in range(3))
    assert sum_up(marks, 0.7).outcome == "right"


async def test_an_invalid_value_of_a_scorer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    marker = make_marker(EXACT)

    async def nonsense(*_: object) -> Score:
        return Score(value=float("nan"))

    monkeypatch.setattr(marker._scores[0][1], "score", nonsense)
    with pytest.raises(BadScore, match="exact returned nan"):
        await mark(marker, "4")


def test_needs_are_those_of_all_scorers() -> None:
    assert make_marker(EXACT).needs == frozenset()
    assert list_needs("code_tests") == {"sandbox"}
    assert make_marker(EXACT, {"name": "grade", "scorer": "rubric", "options": {"criteria": "good"}}).needs == {"judge"}


@pytest.mark.parametrize(
    ("score", "error"),
    [
        ({**EXACT, "weight": 0}, BadSuite),
        ({**EXACT, "extract": "nothing"}, BadSuite),
        ({**EXACT, "options": {"nothing": 1}}, BadOptions),
    ],
)
def test_invalid_specs_are_refused_on_creation(score: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        make_marker(score)


@pytest.mark.parametrize(
    ("suite", "sample", "value"),
    [
        ("de", None, 1),
        ("en", None, 0),
        (None, None, 0),
        ("en", "de", 1),
        ("de", "en", 0),
        ("de", "", 1),
        ("fr", None, None),
    ],
)
async def test_numbers_are_read_in_the_language_of_the_sample_or_suite(
    suite: str | None, sample: str | None, value: float | None
) -> None:
    dataset = {"samples": [], "fields": {"language": "lang"}}
    marker = make_marker({"name": "n", "scorer": "number"}, language=suite, dataset=dataset)
    view = SampleView(position=0, sample_id="x", fields={"lang": sample}, target=70_000)
    answer = ModelAnswer(text="Antwort: 70.000")
    marks = await marker.mark(view, "?", answer, Tools(), lambda one, _: one.target)
    assert marks.marks[0].value == value


async def test_a_number_that_a_step_wrote_is_read_again_as_it_was_meant() -> None:
    marker = make_marker(
        {"name": "n", "scorer": "number", "extract": "n"}, language="de", extract={"n": [{"first_of": [["number"]]}]}
    )
    marks = await mark(marker, "Antwort: 1,234", 1.234)
    assert (marks.marks[0].extracted, marks.value) == ("1.2340", 1)


def test_a_language_is_a_tag() -> None:
    with pytest.raises(ValueError, match="language"):
        make_marker(EXACT, language="German")
