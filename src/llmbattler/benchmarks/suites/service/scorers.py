"""Describes the installed scorers and extraction steps."""

from functools import lru_cache
from inspect import cleandoc

from llmbattler.scorers.errors import UnknownScorer
from llmbattler.scorers.extraction import list_steps
from llmbattler.scorers.registry import find_scorer, list_scorers

from ..schemas import ScorerOut, ScorersOut
from ..scoring.marks import list_needs


def describe_scorers() -> ScorersOut:
    return _describe_all(tuple(list_scorers()))


@lru_cache(maxsize=4)
def _describe_all(names: tuple[str, ...]) -> ScorersOut:
    """Cached, because loading all scorers takes 150 ms and their schemas 20 to 100 ms."""
    scorers = (_describe(name) for name in names)
    steps = [
        ScorerOut(name=step.name, title=step.title, description=step.description, options=step.options, needs=[])
        for step in list_steps()
    ]
    return ScorersOut(scorers=[one for one in scorers if one is not None], steps=steps)


def _describe(name: str) -> ScorerOut | None:
    """Describe a scorer. Plug-ins that do not load are left out; `bench check` reports them."""
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
