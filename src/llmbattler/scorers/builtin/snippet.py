"""Custom Python code of a suite, run by Monty, an interpreter without files and network."""

import ast
import asyncio
import math
import weakref
from asyncio import AbstractEventLoop
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic_monty import AsyncMonty, MontyConversionError, MontyError, MontySyntaxError, ResourceLimits

from llmbattler.core.errors import Invalid

from ..contract import Case, Score, Tools
from ..errors import BadOptions

_NAMES = ("answer", "extracted", "target", "fields")
_MEGABYTE = 1 << 20

_pools: weakref.WeakKeyDictionary[AbstractEventLoop, AsyncMonty] = weakref.WeakKeyDictionary()
_opening: weakref.WeakKeyDictionary[AbstractEventLoop, asyncio.Lock] = weakref.WeakKeyDictionary()


class SnippetFailed(Invalid):
    """The snippet of this suite failed."""


class SnippetOptions(BaseModel):
    model_config = ConfigDict(extra="forbid")

    code: str = Field(
        min_length=1,
        max_length=20_000,
        description=(
            "Python code that uses answer, extracted, target and fields: an expression, lines that end with one, or a "
            "function score. Returns True, False or a number from 0 to 1; None means unreadable."
        ),
    )
    seconds: float = Field(default=2.0, gt=0, le=30)
    memory_mb: int = Field(default=64, ge=8, le=1024)


class Snippet:
    """Scores with custom code of the suite."""

    title: ClassVar[str] = "Your own Python"
    Options: ClassVar[type[BaseModel]] = SnippetOptions
    needs: ClassVar[tuple[str, ...]] = ()

    def __init__(self, options: SnippetOptions) -> None:
        self._options = options
        self._code = prepare(options.code)

    async def score(self, case: Case, tools: Tools) -> Score:  # noqa: ARG002 - the contract's
        said = {"answer": case.answer.text, "extracted": case.answer.extracted}
        return read_result(await self._run({**said, "target": case.target, "fields": dict(case.fields)}))

    async def _run(self, inputs: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the snippet gives
        pool = await _open_pool()
        limits: ResourceLimits = {
            "max_feed_duration_secs": self._options.seconds,
            "max_memory": self._options.memory_mb * _MEGABYTE,
            "max_total_sleep_secs": 0.0,
        }
        try:
            async with pool.checkout(script_name="snippet.py", limits=limits, os_policy={"sleep": "zero"}) as session:
                return await session.feed_run(self._code, inputs=inputs, print_callback=_discard)
        except MontySyntaxError as error:
            raise BadOptions(f"snippet: code: {error}") from error
        except MontyConversionError as error:
            raise SnippetFailed(f"This sample cannot be passed to the snippet: {error}") from error
        except MontyError as error:
            raise SnippetFailed(f"The snippet failed: {error}") from error


def prepare(code: str) -> str:
    """Validate the code and make it end with a value; a function `score` is called with the arguments it declares."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadOptions(f"snippet: code: {error}") from error
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "score"]
    if functions:
        wanted = [argument.arg for argument in (*functions[-1].args.args, *functions[-1].args.kwonlyargs)]
        unknown = [name for name in wanted if name not in _NAMES]
        if unknown:
            raise BadOptions(f"snippet: code: score may take {', '.join(_NAMES)}, but not {unknown[0]}.")
        return f"{code}\n\nscore({', '.join(f'{name}={name}' for name in wanted)})\n"
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        raise BadOptions("snippet: code: must end with an expression or define a function score.")
    return code


def read_result(result: object) -> Score:
    if result is None:
        return Score(value=None, reason="The snippet returned None: the answer cannot be parsed.")
    if not isinstance(result, bool | int | float) or not math.isfinite(result) or not 0 <= result <= 1:
        raise SnippetFailed(
            f"The snippet returned {result!r:.100}; it must return True, False, None or a number from 0 to 1."
        )
    return Score(value=float(result), reason=f"The snippet returned {result}.")


async def _open_pool() -> AsyncMonty:
    """The pool of Monty workers of this event loop. They end with the process."""
    loop = asyncio.get_running_loop()
    async with _opening.setdefault(loop, asyncio.Lock()):
        if loop not in _pools:
            pool = AsyncMonty()
            await pool.__aenter__()
            _pools[loop] = pool
    return _pools[loop]


def _discard(stream: str, text: str) -> None:
    """Discard what a snippet prints."""
