"""Asks several judges concurrently."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from llmbattler.core.errors import Limited

from ..contract import Judge, Tools
from ..errors import BadOptions, NoJudge


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt for one judge."""

    judge: str
    prompt: str
    system: str


def choose_judges(tools: Tools, wanted: Sequence[str] | None) -> tuple[Judge, list[str]]:
    """The judges to ask: those that the scorer names, or else all."""
    if tools.judge is None or not tools.judge.names:
        raise NoJudge
    known = list(tools.judge.names)
    unknown = [name for name in wanted or () if name not in known]
    if unknown:
        raise BadOptions(f"The judge {unknown[0]!r} does not exist. Judges: {', '.join(known)}.")
    return tools.judge, list(dict.fromkeys(wanted or known))


async def ask_all(judge: Judge, questions: Sequence[Question]) -> list[str | None]:
    """Replies in the order of the questions, with `None` for judges that failed. Raises if all of them failed.

    Also raises if a judge was not asked because a budget is used up; the answer can then be scored later by all judges.
    """
    replies = await asyncio.gather(
        *(judge.ask(one.judge, one.prompt, system=one.system) for one in questions), return_exceptions=True
    )
    failures = [reply for reply in replies if isinstance(reply, BaseException)]
    for failure in failures:
        if not isinstance(failure, Exception):
            raise failure
    unpaid = [failure for failure in failures if isinstance(failure, Limited)]
    if unpaid or len(failures) == len(replies) > 0:
        raise (unpaid or failures)[0]
    return [None if isinstance(reply, BaseException) else reply for reply in replies]
