"""Runs code from a model against tests, in a sandbox."""

import ast
import re
import textwrap
import warnings
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..contract import Case, Score, Tools
from ..errors import BadOptions, NoSandbox
from ..sandbox.code_tests import CodeTestResult, run_code_tests

_TEST_FIELDS = ("test", "tests", "test_list")
_SETUP_FIELDS = ("test_imports", "test_setup_code")
_FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}|~{3,}) *(?P<language>[\w+#.-]*)[^`\n]*$")
_LONGEST_CODE = 200_000
_PYTHON = {"", "python", "python3", "py", "py3", "pycon"}


class CodeTestsOptions(BaseModel):
    """Tests come from these options, or else from the sample, or else from the target."""

    model_config = ConfigDict(extra="forbid")

    language: Literal["python"] = "python"
    tests: str | list[str] | None = Field(default=None, description="Tests for every sample: asserts in Python.")
    test_field: str | None = Field(
        default=None, description="Column with the tests. Default: test, tests or test_list."
    )
    entry_point: str | None = Field(default=None, description="The tested function. Default: the sample's entry_point.")
    prompt_field: str = Field(
        default="prompt", description="Column with the beginning of the program, for answers that continue it."
    )
    block: Literal["fitting", "first", "last", "all"] = Field(
        default="fitting",
        description="Which fenced block of the answer to use; fitting is the last that defines the function.",
    )
    partial: bool = Field(default=False, description="Score the share of asserts that hold, instead of all or nothing.")
    seconds: float = Field(default=10.0, gt=0, le=300, description="Time limit for all tests of one answer.")
    memory_mb: int = Field(default=256, ge=64, le=8192)


class CodeTests:
    """Right if every assert holds. An answer without code is unreadable; code that fails to start is wrong."""

    title: ClassVar[str] = "Code, by its tests"
    Options: ClassVar[type[BaseModel]] = CodeTestsOptions
    needs: ClassVar[tuple[str, ...]] = ("sandbox",)

    def __init__(self, options: CodeTestsOptions) -> None:
        self._options = options
        if options.tests is not None:
            _check_tests(_join(options.tests))

    async def score(self, case: Case, tools: Tools) -> Score:
        if tools.sandbox is None:
            raise NoSandbox
        tests = self._find_tests(case)
        entry_point = self._options.entry_point or _text(case.fields.get("entry_point"))
        code = self._find_code(case, entry_point, tests)
        if code is None:
            return Score(value=None, reason="No code was found in the answer.")
        result = await run_code_tests(
            tools.sandbox,
            code=code,
            tests=tests,
            entry_point=entry_point,
            seconds=self._options.seconds,
            memory_mb=self._options.memory_mb,
        )
        value = result.share if self._options.partial else float(result.passed)
        return Score(value=value, reason=_explain(result), details=_detail(result, code))

    def _find_tests(self, case: Case) -> str:
        options, fields = self._options, case.fields
        names = (options.test_field,) if options.test_field else _TEST_FIELDS
        found = options.tests or next((fields[name] for name in names if fields.get(name)), case.target)
        if not isinstance(found, str | list) or not found:
            raise BadOptions(f"The sample has no tests: code_tests looks for {', '.join(names)}.")
        setup = [_join(fields[name]) for name in _SETUP_FIELDS if fields.get(name)]
        return _check_tests("\n".join([*setup, _join(found)]))

    def _find_code(self, case: Case, entry_point: str | None, tests: str) -> str | None:
        answer = case.answer.extracted
        if answer is None or not answer.strip():
            return None
        beginning = _text(case.fields.get(self._options.prompt_field)) or ""
        blocks = list_blocks(answer)
        if not blocks:
            return complete(answer, beginning, entry_point)
        code = _choose(blocks, self._options.block, entry_point, tests)
        return complete(code, beginning, entry_point) or code


def list_blocks(answer: str) -> list[str]:
    """Fenced blocks in Python or without a language. An unclosed block extends to the end of the answer."""
    blocks: list[str] = []
    opened: re.Match[str] | None = None
    lines: list[str] = []
    for line in answer.splitlines():
        fence = _FENCE.match(line)
        if opened is None:
            opened, lines = fence, []
        elif fence and fence["fence"].startswith(opened["fence"]) and not fence["language"]:
            blocks += _keep(opened, lines)
            opened = None
        else:
            lines.append(line)
    return [*blocks, *_keep(opened, lines)] if opened else blocks


def _keep(opened: re.Match[str], lines: list[str]) -> list[str]:
    fits = opened["language"].lower() in _PYTHON and any(line.strip() for line in lines)
    # Not stripped: a continuation of a function is indented.
    return ["\n".join(lines) + "\n"] if fits else []


def _choose(blocks: list[str], which: str, entry_point: str | None, tests: str) -> str:
    if which == "all":
        return "\n\n".join(blocks)
    if which == "first":
        return blocks[0]
    wanted = (
        {entry_point} if entry_point else {node.id for node in ast.walk(_parse(tests)) if isinstance(node, ast.Name)}
    )
    fitting = [block for block in blocks if which == "fitting" and _list_defined(block) & wanted]
    return (fitting or blocks)[-1]


def complete(code: str, beginning: str, entry_point: str | None) -> str | None:
    """Complete an answer to a whole program, if it is one or continues `beginning`; else `None`."""
    whole = _compiles(code)
    defined = _list_defined(code)
    if whole and entry_point in defined and beginning and _compiles(beginning):
        # The answer may use imports and definitions of the beginning without repeating them.
        return f"{beginning}\n\n{code}"
    if whole and defined:
        return code
    if beginning and entry_point:
        for body in (code, textwrap.indent(textwrap.dedent(code), "    ")):
            if _compiles(beginning + body):
                return beginning + body
    return None


def _compiles(code: str) -> bool:
    """Whether the code compiles. Very long code is only compiled in the sandbox."""
    if len(code) > _LONGEST_CODE:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(code, "answer.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _parse(code: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(code)


def _list_defined(code: str) -> set[str]:
    """Names defined at the top level of the code."""
    if not _compiles(code):
        return set()
    names: set[str] = set()
    for node in _parse(code).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return names


def _check_tests(tests: str) -> str:
    try:
        _parse(tests)
    except (SyntaxError, ValueError) as error:
        raise BadOptions(f"The tests are not Python: {error}") from error
    return tests


def _join(tests: str | list[Any]) -> str:
    return tests if isinstance(tests, str) else "\n".join(map(str, tests))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _explain(result: CodeTestResult) -> str:
    held, all_of_them = sum(one.held for one in result.assertions), len(result.assertions)
    counted = f"{held} of {all_of_them} asserts hold." if all_of_them else "No assert was reached."
    first = next((one for one in result.assertions if not one.held), None)
    if result.trouble:
        return f"{result.trouble} {counted}"
    return (
        counted
        if first is None
        else f"{counted} First failure: {first.text}" + (f" ({first.said})" if first.said else "")
    )


def _detail(result: CodeTestResult, code: str) -> dict[str, Any]:
    return {
        "code": code,
        "trouble": result.trouble,
        "asserts": [{"text": one.text, "held": one.held, "said": one.said} for one in result.assertions],
    }
