from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.errors import BadOptions
from llmbattler.scorers.extraction import list_steps, make_pipeline

WITHOUT_OPTIONS = [
    step.name for step in list_steps() if not step.options.get("required") and step.name not in {"regex", "replace"}
]


def test_steps_follow_one_another() -> None:
    pipeline = make_pipeline(["remove_thinking", {"after": {"text": "####"}}, "number"])
    assert pipeline.extract("<think>#### 3</think>So:\n#### $1,200.00\n") == "1200"


def test_no_steps_leave_the_text_as_it_is() -> None:
    assert make_pipeline([]).extract(" as it is ") == " as it is "


def test_one_option_may_be_given_alone() -> None:
    assert make_pipeline([{"after": "is"}, {"strip": None}]).extract("it is so") == "so"


def test_a_step_that_finds_nothing_ends_the_pipeline() -> None:
    assert make_pipeline([{"after": "####"}, "lower"]).extract("no such mark") is None


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_only_white_space_is_nothing(text: str) -> None:
    assert make_pipeline([]).extract(text) is None


def test_the_first_pipeline_that_finds_something_counts() -> None:
    pipeline = make_pipeline([{"first_of": [["boxed"], [{"after": "Answer:"}, "strip"], ["last_line"]]}])
    assert pipeline.extract(r"\boxed{7} Answer: 8") == "7"
    assert pipeline.extract("Answer: 8") == "8"
    assert pipeline.extract("one\n9\n") == "9"


def test_a_pattern_that_takes_too_long_finds_nothing() -> None:
    assert make_pipeline([{"regex": r"(a+)+$"}]).extract("a" * 60 + "b") is None


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["strip", "nope"], "step 2: the step 'nope' does not exist"),
        ([{"regex": "("}], r"step 1 \(regex\): '\(' is not a valid regular expression"),
        ([{"regex": {"pattern": "a", "group": 2}}], r"step 1 \(regex\): the pattern has no group 2"),
        ([{"regex": {"pattern": "a", "group": "x"}}], "no group 'x'"),
        ([{"after": {}}], r"step 1 \(after\): text: Field required"),
        ([{"after": {"text": "a", "word": 1}}], r"step 1 \(after\): word: Extra inputs"),
        ([{"lower": 3}], r"step 1 \(lower\)"),
        ([{"strip": {}, "lower": {}}], "step 1: must be a name"),
        ([5], "step 1: must be a name"),
        ([{"first_of": [["strip"], ["nope"]]}], r"step 1 \(first_of\): step 1: the step 'nope' does not exist"),
        ([{"first_of": [[{"first_of": [["strip"]]}]]}], "cannot be nested"),
        (["strip"] * 51, "at most 50 steps"),
    ],
)
def test_a_wrong_step_is_named(steps: list[Any], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        make_pipeline(steps)


def test_every_step_explains_itself() -> None:
    for step in list_steps():
        assert step.title, step.name
        assert step.description.endswith((".", "`.")), step.name
        assert step.short is None or step.short in step.options["properties"], step.name
        for option, about in step.options.get("properties", {}).items():
            assert about.get("description"), f"{step.name}.{option}"


@given(st.sampled_from(WITHOUT_OPTIONS), st.text(alphabet=st.sampled_from("aB1 ,.-/\\{}[]()*`<>\n\"':é#"), max_size=80))
def test_no_step_fails_on_any_text(step: str, text: str) -> None:
    found = make_pipeline([step]).extract(text)
    assert found is None or found.strip()
