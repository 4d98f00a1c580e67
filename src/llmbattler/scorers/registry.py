"""Installed scorers."""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import ValidationError

from llmbattler.core.plugins import BrokenPlugin, UnknownPlugin, list_plugins, load_plugin

from .contract import Scorer, ScorerKind
from .errors import BadOptions, UnknownScorer

GROUP = "llmbattler.scorers"


def list_scorers() -> list[str]:
    """Names of the installed scorers."""
    return sorted(list_plugins(GROUP))


def find_scorer(name: str) -> ScorerKind:
    try:
        return cast("ScorerKind", load_plugin(GROUP, name))
    except (UnknownPlugin, BrokenPlugin) as error:
        raise UnknownScorer(str(error)) from error


def make_scorer(name: str, options: Mapping[str, Any]) -> Scorer:
    """Create a scorer with validated options; `BadOptions` names the invalid field."""
    kind = find_scorer(name)
    try:
        return kind(kind.Options.model_validate(dict(options)))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "options"
        raise BadOptions(f"{name}: {where}: {first['msg']}") from error
