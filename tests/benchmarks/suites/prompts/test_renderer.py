from typing import Any

import pytest

from llmbattler.benchmarks.suites.definition.errors import BadTemplate
from llmbattler.benchmarks.suites.definition.samples import SampleView, make_id
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.prompts.renderer import Renderer, list_names
from llmbattler.connectors.contract import Role


def make_spec(prompt: str = "{{ question }}", **more: Any) -> SuiteSpec:
    scores = more.pop("scores", [{"name": "exact", "scorer": "exact"}])
    return SuiteSpec.model_validate(
        {"name": "s", "dataset": {"samples": []}, "prompts": {"main": prompt}, "scores": scores, **more}
    )


def make_sample(position: int = 0, **fields: Any) -> SampleView:
    return SampleView(position=position, sample_id=make_id(fields), fields=fields, target=fields.get("target"))


def render(prompt: str, **fields: Any) -> str:
    return Renderer(make_spec(prompt), []).render(make_sample(**fields), "main")[-1].text


def test_columns_fill_the_prompt() -> None:
    assert render("{{ question }} ({{ n + 1 }})", question="Why?", n=1) == "Why? (2)"


def test_odd_names_of_columns_can_be_used() -> None:
    fields = {"Best Answer": "yes", "class": "c"}
    sample = SampleView(position=0, sample_id="x", fields=fields)
    renderer = Renderer(make_spec('{{ Best_Answer }} {{ sample["Best Answer"] }} {{ sample["class"] }}'), [])
    assert renderer.render(sample, "main")[0].text == "yes yes c"


def test_choices_get_letters_and_blocks_leave_no_blank_lines() -> None:
    assert render("{{ choices | lettered }}", choices=["Paris", "Rome"]) == "A. Paris\nB. Rome"
    template = "Choose:\n{% for one in choices %}\n- {{ one }}\n{% endfor %}\nNow."
    assert render(template, choices=["x", "y"]) == "Choose:\n- x\n- y\nNow."
    assert render("{{ 2 | letter }}") == "C"


def test_only_what_comes_from_outside_is_a_name() -> None:
    source = "{% for n in range(3) %}{{ loop.index }}{{ n }}{{ question }}{% endfor %}{% set a = 1 %}{{ a }}{{ b.c }}"
    assert list_names(source) == {"question", "b"}


def test_system_examples_and_question_come_in_order() -> None:
    spec = make_spec(system="Be brief.", few_shot={"count": 2, "answer": "It is {{ target }}."})
    examples = [make_sample(number, question=f"q{number}", target=f"a{number}") for number in range(3)]
    messages = Renderer(spec, examples).render(make_sample(9, question="q9", target="a9"), "main")
    assert [one.role for one in messages] == [
        Role.SYSTEM,
        Role.USER,
        Role.ASSISTANT,
        Role.USER,
        Role.ASSISTANT,
        Role.USER,
    ]
    assert [one.text for one in messages] == ["Be brief.", "q0", "It is a0.", "q1", "It is a1.", "q9"]


def test_an_example_is_never_the_sample_that_is_asked_nor_a_copy_of_it() -> None:
    spec = make_spec(few_shot={"count": 2, "question": "Example: {{ question }}"})
    examples = [make_sample(number, question=f"q{number}", target="t") for number in range(3)]
    renderer = Renderer(spec, examples)
    for asked in range(3):
        copy = make_sample(77, question=f"q{asked}", target="t")
        messages = renderer.render(copy, "main")
        assert len(messages) == 5
        assert f"Example: q{asked}" not in [one.text for one in messages]


def test_a_target_is_the_datasets_or_the_scores_own() -> None:
    scores = [
        {"name": "plain", "scorer": "exact"},
        {"name": "made", "scorer": "exact", "target": "{{ target | upper }}-{{ question }}"},
    ]
    spec = make_spec(scores=scores)
    renderer, sample = Renderer(spec, []), make_sample(question="q", target="abc")
    assert [renderer.target(sample, one) for one in spec.scores] == ["abc", "ABC-q"]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{{ question.nothing }}", "nothing"),
        ("{{ question", "line 1"),
        ("{% include 'x' %}", "`include` is not allowed"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "`macro` is not allowed"),
        ("{% extends 'x' %}", "is not allowed"),
        ("{% import 'os' as os %}", "is not allowed"),
        ("{{ question | nosuchfilter }}", "nosuchfilter"),
        ("{{ 1 / 0 }}", "division by zero"),
        (r"{{ '\ud800' }}", "surrogate pair"),
    ],
)
def test_mistakes_are_sentences_that_name_the_prompt(template: str, said: str) -> None:
    with pytest.raises(BadTemplate) as caught:
        render(template, question="q")
    assert "prompts.main" in caught.value.detail
    assert said in caught.value.detail
