from typing import Any

from llmbattler.benchmarks.suites.definition.samples import SampleView, make_id
from llmbattler.benchmarks.suites.definition.spec import DatasetSpec, FewShotSpec, SuiteSpec
from llmbattler.benchmarks.suites.prompts.few_shot import (
    MOST_DRAWN,
    choose_examples,
    draw_positions,
    drop_copies,
    view_examples,
)


def make_spec(**few_shot: Any) -> SuiteSpec:
    return SuiteSpec.model_validate(
        {
            "name": "s",
            "dataset": {"samples": [], "fields": {"target": "a"}},
            "prompts": {"p": "{{ q }}"},
            "scores": [{"name": "e", "scorer": "exact"}],
            **({"few_shot": few_shot} if few_shot else {}),
        }
    )


def make_samples(*questions: str) -> list[SampleView]:
    return [
        SampleView(position=position, sample_id=make_id({"q": q}), fields={"q": q})
        for position, q in enumerate(questions)
    ]


def test_the_seed_decides_the_positions() -> None:
    wanted = FewShotSpec(count=2, seed=1)
    assert draw_positions(wanted, 50) == draw_positions(wanted, 50)
    assert draw_positions(wanted, 50) != draw_positions(FewShotSpec(count=2, seed=2), 50)
    assert len(draw_positions(wanted, MOST_DRAWN * 2)) == MOST_DRAWN


def test_duplicates_are_dropped_and_one_example_more_is_kept() -> None:
    drawn = make_samples("a", "b", "a", "c", "d")
    assert [one.fields["q"] for one in drop_copies(drawn, 2)] == ["b", "a", "c"]


def test_examples_come_from_the_suite_or_from_the_samples() -> None:
    samples = make_samples(*"abcdef")
    assert choose_examples(make_spec(), samples) == []
    assert len(choose_examples(make_spec(count=2), samples)) == 3
    own = choose_examples(make_spec(count=1, samples=[{"q": "x", "a": "y"}]), samples)
    assert [(one.fields["q"], one.target) for one in own] == [("x", "y")]


def test_listed_examples_use_the_column_target_by_default() -> None:
    spec = make_spec(count=1)
    plain = spec.model_copy(update={"dataset": DatasetSpec()})
    assert view_examples(plain, [{"q": "x", "a": "y", "target": "t"}])[0].target == "t"
    assert view_examples(spec, [{"q": "x", "a": "y", "target": "t"}])[0].target == "y"
