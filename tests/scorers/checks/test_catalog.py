import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.checks import list_checks, make_checks
from llmbattler.scorers.errors import BadOptions


def test_reads_names_options_and_their_short_form() -> None:
    checks = make_checks(["no_commas", {"words": {"at_least": 3}}, {"sentences": 2}, {"title": True}, {"quoted": None}])
    assert [(named.name, named.wanted) for named in checks] == [
        ("no_commas", {}),
        ("words", {"at_least": 3}),
        ("sentences", {"exactly": 2}),
        ("title", {}),
        ("quoted", {}),
    ]


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (["no_commas", "nope"], "constraint 2: the constraint 'nope' does not exist"),
        (["words"], r"constraint 1 \(words\): set at_least, at_most or exactly"),
        ([{"words": -1}], r"constraint 1 \(words\): exactly: "),
        ([{"no_commas": False}], r"constraint 1 \(no_commas\)"),
        ([{"language": "xx"}], r"constraint 1 \(language\): language: "),
        ([{"matches": "("}], r"constraint 1 \(matches\): '\(' is not a valid regular expression"),
        ([{"words": 1, "lines": 1}], "constraint 1: must be a name"),
        ([3], "constraint 1: must be a name"),
    ],
)
def test_a_wrong_constraint_is_named(constraints: list[Any], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        make_checks(constraints)


def test_every_check_explains_itself() -> None:
    for check in list_checks():
        assert check.description.endswith((".", "`.")), check.name
        assert check.short is None or check.short in check.options["properties"], check.name
        for option, about in check.options.get("properties", {}).items():
            assert about.get("description"), f"{check.name}.{option}"


PLAIN = [
    check.name
    for check in list_checks()
    if not check.options.get("required") and "exactly" not in check.options.get("properties", {})
]
COUNTS = [
    check.name
    for check in list_checks()
    if "exactly" in check.options.get("properties", {}) and not check.options.get("required")
]


@given(st.sampled_from(PLAIN), st.text(alphabet=st.sampled_from("aB1 ,.*-[]<>\n\"'#`{}P.S"), max_size=60))
def test_no_check_fails_on_any_text(name: str, text: str) -> None:
    [named] = make_checks([name])
    assert named.check.holds(text, "prompt") in {True, False}


@given(st.sampled_from(COUNTS), st.text(max_size=60))
def test_the_count_equals_the_exact_limit(name: str, text: str) -> None:
    [any_number] = make_checks([{name: {"at_least": 0}}])
    counted = any_number.check.found(text)
    [exactly] = make_checks([{name: counted}])
    assert exactly.check.holds(text, "")


@pytest.mark.parametrize(
    "text", ["*a" * 30_000, "[" * 60_000, ".\n" * 30_000, "<<" * 30_000, "a' " * 20_000, " " * 60_000]
)
def test_no_text_takes_long(text: str) -> None:
    checks = make_checks([*PLAIN, *({name: 1} for name in COUNTS), {"language": "de"}, {"one_of": ["a"]}])
    began = time.monotonic()
    for named in checks:
        named.check.holds(text, "prompt")
    assert time.monotonic() - began < 10
