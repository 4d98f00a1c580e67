"""Run with `pytest` in an environment with llmbattler and this package."""

import pytest

from llmbattler.scorers.contract import Answer, Case, Score, Tools
from llmbattler.scorers.errors import BadOptions
from llmbattler.scorers.registry import find_scorer, make_scorer

POEM = "The stars are bright\nin the dark of the night,\nand the moon in the sky\nwatches birds as they fly."


async def score(text: str | None, **options: str) -> Score:
    """Through the registry, by name, as llmbattler itself does."""
    case = Case(prompt="Write a poem.", target=None, fields={}, answer=Answer(text=text or "", extracted=text))
    return await make_scorer("rhyme", options).score(case, Tools())


async def test_lines_that_rhyme() -> None:
    assert (await score(POEM)).value == 1


async def test_lines_that_do_not() -> None:
    found = await score(POEM, scheme="ABAB")
    assert found.value == 0
    assert found.details == {"failed": [[1, 3], [2, 4]]}


async def test_half_of_them() -> None:
    assert (await score(POEM.replace("fly", "dance"))).details == {"failed": [[3, 4]]}


@pytest.mark.parametrize("text", [None, "", "One line only."])
async def test_an_answer_that_is_no_poem_is_unreadable(text: str | None) -> None:
    assert (await score(text)).value is None


def test_options_are_checked_and_named() -> None:
    with pytest.raises(BadOptions, match="rhyme: scheme: "):
        make_scorer("rhyme", {"scheme": "aabb"})
    with pytest.raises(BadOptions, match="rhyme: schema: "):
        make_scorer("rhyme", {"schema": "AABB"})


def test_its_options_have_descriptions() -> None:
    kind = find_scorer("rhyme")
    assert (kind.title, kind.needs) == ("Rhyme", ())
    assert kind.Options.model_json_schema()["properties"]["scheme"]["description"]
