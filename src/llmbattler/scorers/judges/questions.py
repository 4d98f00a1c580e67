"""Asking several judges at once."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from llmbattler.core.errors import Limited

from ..contract import Judge, Tools
from ..errors import BadOptions, NoJudge


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask one judge."""

    judge: str
    prompt: str
    system: str


def choose_judges(tools: Tools, wanted: Sequence[str] | None) -> tuple[Judge, list[str]]:
    """The judges that a scorer asks: those it names, else all that its caller brings."""
    if tools.judge is None or not tools.judge.names:
        raise NoJudge
    known = list(tools.judge.names)
    unknown = [name for name in wanted or () if name not in known]
    if unknown:
        raise BadOptions(f"There is no judge {unknown[0]!r}; there are {', '.join(known)}.")
    return tools.judge, list(dict.fromkeys(wanted or known))


async def ask_all(judge: Judge, questions: Sequence[Question]) -> list[str | None]:
    """Every reply in the order of the questions, `None` from a judge that failed; raises if all of them failed.

    It also raises where one was not asked because a budget is used up: that is no failure of the judge, and the answer
    can wait for all of its verdicts.
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
