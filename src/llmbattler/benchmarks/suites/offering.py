"""What a suite may name: scorers, steps of extraction, and the schema of its file."""

import json
import sys
from functools import lru_cache
from inspect import cleandoc
from typing import Any

from llmbattler.scorers.errors import UnknownScorer
from llmbattler.scorers.extraction import list_steps
from llmbattler.scorers.registry import find_scorer, list_scorers

from .marking import list_needs
from .schemas import ScorerOut, ScorersOut
from .spec import SuiteSpec


def list_offers() -> ScorersOut:
    return _make_offers(tuple(list_scorers()))


@lru_cache(maxsize=4)
def _make_offers(names: tuple[str, ...]) -> ScorersOut:
    """Made once: loading all scorers takes 150 ms, their schemas 20 to 100 ms more, and nothing of it changes."""
    scorers = (_describe(name) for name in names)
    steps = [
        ScorerOut(name=step.name, title=step.title, description=step.description, options=step.options, needs=[])
        for step in list_steps()
    ]
    return ScorersOut(scorers=[one for one in scorers if one is not None], steps=steps)


def _describe(name: str) -> ScorerOut | None:
    """One scorer; nothing for a plug-in that does not load, which `bench check` names where a suite wants it."""
    try:
        kind = find_scorer(name)
    except UnknownScorer:
        return None
    return ScorerOut(
        name=name,
        title=kind.title,
        description=cleandoc(kind.__doc__ or ""),
        options=kind.Options.model_json_schema(),
        needs=sorted(list_needs(name)),
    )


def make_schema() -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **SuiteSpec.model_json_schema()}


def write_schema() -> str:
    """The JSON schema for editors, as it is kept in `docs/suite.schema.json`."""
    return json.dumps(make_schema(), indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(write_schema())
