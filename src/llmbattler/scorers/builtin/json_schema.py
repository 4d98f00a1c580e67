"""Structured output: JSON that matches a schema."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Self

from jsonschema import SchemaError, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import Draft202012Validator, extend, validator_for
from pydantic import Field, model_validator
from referencing import Registry
from referencing.exceptions import Unresolvable

from ..comparison import find_answer, unparsed
from ..contract import Case, Score, Tools
from ..errors import BadOptions, NoTarget, PatternTooSlow
from ..extraction.structured import find_json
from ..options import StrictOptions
from ..patterns import SafePattern

MOST_PROBLEMS = 10


class JsonSchema:
    """The answer contains JSON that matches a schema and, optionally, equals the target. Without JSON it is unreadable.

    Schemas are draft 2020-12 unless they name another draft. References must be within the schema.
    """

    title: ClassVar[str] = "JSON schema"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        wanted: dict[str, Any] | None = Field(None, alias="schema", description="The schema.")
        field: str | None = Field(None, description="Alternatively, the column with the schema, as object or text.")
        whole: bool = Field(False, description="The answer must be only JSON, optionally in a code block.")
        match_target: bool = Field(False, description="The value must also equal the target.")

        @model_validator(mode="after")
        def _says_what(self) -> Self:
            if self.wanted is None and self.field is None and not self.match_target:
                raise ValueError("set schema, field or match_target")
            if self.wanted is not None:
                try:
                    make_validator(json.dumps(self.wanted))
                except BadOptions as error:
                    raise ValueError(error.detail) from error
            return self

    def __init__(self, options: Options) -> None:
        self._options = options

    async def score(self, case: Case, _: Tools) -> Score:
        schema = self._find_schema(case.fields)
        validator = None if schema is None else make_validator(schema)
        target = _read_target(case.target) if self._options.match_target else None
        answer = find_answer(case)
        found = None if answer is None else find_json(answer)
        if found is None:
            return unparsed("The answer contains no JSON.")
        try:
            problems = [] if validator is None else _list_problems(validator, found[1])
        except PatternTooSlow as error:
            return unparsed(error.detail)
        if self._options.whole and answer is not None and not _is_only(answer, found[0]):
            problems.append("The answer contains other text besides the JSON.")
        if self._options.match_target and not _equal(found[1], target):
            problems.append("The value is not the target.")
        reason = problems[0] if problems else "The JSON is valid."
        return Score(value=float(not problems), reason=reason, details={"problems": problems})

    def _find_schema(self, fields: Mapping[str, Any]) -> str | None:
        if self._options.wanted is not None:
            return json.dumps(self._options.wanted)
        if self._options.field is None:
            return None
        given = fields.get(self._options.field)
        if isinstance(given, str):
            return given
        if given is None:
            raise NoTarget(f"The sample has no schema in {self._options.field!r}.")
        return json.dumps(given)


@lru_cache(maxsize=256)
def make_validator(source: str) -> Validator:
    """A validator that loads no remote schemas and limits the time of patterns."""
    try:
        schema = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise BadOptions(f"The schema is not JSON: {error}") from error
    kind = validator_for(schema, default=Draft202012Validator)
    try:
        kind.check_schema(schema)
    except SchemaError as error:
        raise BadOptions(f"The schema is wrong at {error.json_path}: {error.message}") from error
    for pattern in _list_key_patterns(schema):
        if not _is_simple(pattern):
            raise BadOptions(f"patternProperties: {pattern!r} has more than one repetition and could take too long.")
    safe: type[Validator] = extend(kind, {"pattern": _check_pattern})  # type: ignore[no-untyped-call]
    return safe(schema, registry=Registry(), format_checker=kind.FORMAT_CHECKER)


def _check_pattern(_: Validator, pattern: str, instance: object, __: object) -> Iterator[ValidationError]:
    if isinstance(instance, str) and SafePattern(pattern, dot_all=False, multiline=False).search(instance) is None:
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _list_key_patterns(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("patternProperties") or ()
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _list_key_patterns(part)


def _is_simple(pattern: str) -> bool:
    """Whether the pattern takes at most quadratic time; the library matches property names without a time limit."""
    return len(re.findall(r"[*+{]", pattern)) <= 1 and len(re.findall(r"[?|]", pattern)) <= MOST_PROBLEMS


def _list_problems(validator: Validator, value: Any) -> list[str]:  # noqa: ANN401 - JSON
    found = []
    try:
        for problem, _ in zip(validator.iter_errors(value), range(MOST_PROBLEMS), strict=False):
            found.append(f"{problem.json_path}: {problem.message[:300]}")
    except Unresolvable as error:
        raise BadOptions(f"The schema refers to {error.ref!r}, which it does not contain.") from error
    except RecursionError:
        found.append("The value is nested too deeply.")
    return found


def _is_only(answer: str, written: str) -> bool:
    bare = answer.strip()
    fenced = re.fullmatch(
        r"(?:`{3,8}|~{3,8})\w{0,20}[ \t]{0,8}\n(?P<inside>.*)\n\s{0,8}(?:`{3,8}|~{3,8})", bare, re.DOTALL
    )
    return written == (fenced["inside"].strip() if fenced else bare)


def _read_target(target: Any) -> Any:  # noqa: ANN401 - JSON
    if target is None:
        raise NoTarget
    if not isinstance(target, str):
        return target
    try:
        return json.loads(target)
    except ValueError:
        return target


def _equal(one: object, other: object) -> bool:
    """Whether two JSON values are equal: 1 equals 1.0, but true does not equal 1."""
    match one, other:
        case (dict(), dict()):
            return one.keys() == other.keys() and all(_equal(value, other[key]) for key, value in one.items())
        case (list(), list()):
            return len(one) == len(other) and all(map(_equal, one, other))
        case _:
            return isinstance(one, bool) == isinstance(other, bool) and one == other
