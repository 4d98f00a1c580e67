"""Scores one answer through the registry, and a scripted judge."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from llmbattler.scorers.contract import Answer, Case, Score, Tools
from llmbattler.scorers.registry import make_scorer


@dataclass
class ScriptedJudge:
    """Implements `Judge`; `replies` has the reply of each judge, or a function of the prompt."""

    replies: Mapping[str, str | BaseException | Callable[[str], str]]
    asked: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def names(self) -> Sequence[str]:
        return list(self.replies)

    async def ask(self, name: str, prompt: str, *, system: str | None = None) -> str:
        self.asked.append((name, prompt, system or ""))
        reply = self.replies[name]
        if isinstance(reply, BaseException):
            raise reply
        return reply if isinstance(reply, str) else reply(prompt)


def make_case(
    said: str | None,
    target: Any = None,
    *,
    prompt: str = "",
    fields: Mapping[str, Any] | None = None,
    **took: int | None,
) -> Case:
    answer = Answer(text=said or "", extracted=said, **took)
    return Case(prompt=prompt, target=target, fields=fields or {}, answer=answer)


def score(
    name: str,
    said: str | None,
    target: Any = None,
    *,
    tools: Tools | None = None,
    prompt: str = "",
    fields: Mapping[str, Any] | None = None,
    **options: Any,
) -> Score:
    scorer = make_scorer(name, options)
    return asyncio.run(scorer.score(make_case(said, target, prompt=prompt, fields=fields), tools or Tools()))
