"""Instruction following: constraints that a program can check."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field

from ..checks import Mode, Named, make_checks, read_ifeval
from ..comparison import find_answer, unparsed
from ..contract import Case, Score, Tools
from ..errors import BadOptions, NoTarget
from ..options import StrictOptions


class Constraints:
    """The share of constraints that the answer satisfies: words, sentences, keywords, no commas, a title, JSON only …

    They come from the options, a column of the sample, or IFEval's columns `instruction_id_list` and `kwargs`.
    """

    title: ClassVar[str] = "Checkable constraints"
    needs: ClassVar[tuple[str, ...]] = ()

    class Options(StrictOptions):
        constraints: list[str | dict[str, Any]] = Field([], description="Constraints for every answer.")
        field: str | None = Field(None, description="Column with more constraints. Default: IFEval's columns.")
        all_or_nothing: bool = Field(False, description="One failed constraint makes the answer wrong.")
        loose: bool = Field(
            False, description="Also accept the answer without its first or last line, or without asterisks."
        )

        mode: Mode = Field(
            "sensible",
            description="How IFEval's instructions are checked: by the constraints below, or as the published program.",
        )

    def __init__(self, options: Options) -> None:
        self._options = options
        self._always = make_checks(options.constraints)

    async def score(self, case: Case, _: Tools) -> Score:
        checks = [*self._always, *self._list_own(case.fields)]
        if not checks:
            raise NoTarget("The sample has no constraints.")
        answer = find_answer(case)
        if answer is None:
            return unparsed("The answer is empty.")
        # In a thread: some patterns and the detection of languages take a while.
        failed = await asyncio.to_thread(self._list_failed, checks, answer, case.prompt)
        share = 1 - len(failed) / len(checks)
        return Score(
            value=float(not failed) if self._options.all_or_nothing else share,
            reason=f"Failed: {', '.join(named.name for named in failed)}." if failed else "All constraints hold.",
            details={
                "kept": [named.name for named in checks if named not in failed],
                "failed": [
                    {"name": named.name, "wanted": named.wanted, "found": named.check.found(answer)} for named in failed
                ],
            },
        )

    def _list_own(self, fields: Mapping[str, Any]) -> list[Named]:
        if self._options.field is not None:
            given = fields.get(self._options.field)
            if not isinstance(given, list):
                raise NoTarget(f"The sample has no list of constraints in {self._options.field!r}.")
            return make_checks(given)
        ids, kwargs = fields.get("instruction_id_list"), fields.get("kwargs")
        if ids is None:
            return []
        if not isinstance(ids, list) or not isinstance(kwargs, list):
            raise BadOptions("instruction_id_list and kwargs must both be lists.")
        return read_ifeval(ids, kwargs, mode=self._options.mode)

    def _list_failed(self, checks: Sequence[Named], answer: str, prompt: str) -> list[Named]:
        return [named for named in checks if not self._holds(named, answer, prompt)]

    def _holds(self, named: Named, answer: str, prompt: str) -> bool:
        raw = self._options.mode == "official"
        tried = _list_variants(answer, raw=raw) if self._options.loose else [answer]
        return any(named.check.holds(text, prompt) for text in tried)


def _list_variants(answer: str, *, raw: bool) -> Iterator[str]:
    """Variants of the answer: without its first or last line, and without asterisks.

    The published program removes no white space before it splits lines, and none from the whole answer.
    """
    lines = (answer if raw else answer.strip()).split("\n")
    parts = ["\n".join(kept).strip() for kept in (lines[1:], lines[:-1], lines[1:-1])]
    for text in (answer if raw else answer.strip(), *parts):
        if text.strip():
            yield text
            yield text.replace("*", "")
