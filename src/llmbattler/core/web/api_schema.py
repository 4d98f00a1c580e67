"""The OpenAPI schema: one `default` response for the problems of an operation."""

from collections.abc import Mapping
from typing import Any

from .problems import ANY_PROBLEM, MEDIA_TYPE, Problem

_SCHEMA = {"$ref": f"#/components/schemas/{Problem.__name__}"}
_RESPONSE = {"$ref": f"#/components/responses/{Problem.__name__}"}


def merge_problem_responses(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Replace the problem responses of every operation by one `default` response that lists them.

    A problem with fields of its own, such as an edit conflict, also stays under its status.
    """
    default = {"description": ANY_PROBLEM["default"]["description"], "content": {MEDIA_TYPE: {"schema": _SCHEMA}}}
    return {
        **schema,
        "paths": {
            path: {method: _merge(operation) for method, operation in methods.items()}
            for path, methods in schema["paths"].items()
        },
        "components": {**schema["components"], "responses": {Problem.__name__: default}},
    }


def _merge(operation: Mapping[str, Any]) -> dict[str, Any]:
    responses = dict(operation["responses"])
    default = dict(_RESPONSE)
    problems = {status: responses.pop(status) for status in sorted(responses) if status.startswith(("4", "5"))}
    if problems:
        default["description"] = "\n".join(f"- {status}: {one['description']}" for status, one in problems.items())
    for status, problem in problems.items():
        (content,) = problem["content"].values()
        if content["schema"] != _SCHEMA:
            responses[status] = {**problem, "content": {MEDIA_TYPE: content}}
    return {**operation, "responses": {**responses, "default": default}}
