"""The parameters of a run."""

from collections.abc import Mapping
from typing import Any

from ..suites.definition.spec import ParamsSpec


def merge_params(suite: ParamsSpec, run: Mapping[str, Any]) -> dict[str, Any]:
    """The run overrides the suite; what neither sets is left to the model."""
    return {**_drop_unset(suite.model_dump()), **_drop_unset(run)}


def _drop_unset(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None and value != []}
