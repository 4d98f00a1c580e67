import asyncio

import pytest
from tests.scorers.scored_cases import ScriptedJudge

from llmbattler.core.errors import Limited
from llmbattler.scorers.contract import Tools
from llmbattler.scorers.errors import BadOptions, NoJudge
from llmbattler.scorers.judges.questions import Question, ask_all, choose_judges


@pytest.mark.parametrize("tools", [Tools(), Tools(judge=ScriptedJudge({}))])
def test_without_a_judge_it_says_so(tools: Tools) -> None:
    with pytest.raises(NoJudge):
        choose_judges(tools, None)


def test_asks_the_named_ones_else_all() -> None:
    tools = Tools(judge=ScriptedJudge({"one": "", "two": ""}))
    assert choose_judges(tools, None)[1] == ["one", "two"]
    assert choose_judges(tools, ["two", "two"])[1] == ["two"]


def test_an_unknown_judge_is_named() -> None:
    with pytest.raises(BadOptions, match=r"'three' does not exist\. Judges: one, two"):
        choose_judges(Tools(judge=ScriptedJudge({"one": "", "two": ""})), ["three"])


async def test_one_that_fails_gives_no_reply() -> None:
    judge = ScriptedJudge({"one": "yes", "two": ConnectionError("gone")})
    assert await ask_all(judge, [Question("one", "p", "s"), Question("two", "p", "s")]) == ["yes", None]


async def test_an_error_is_raised_if_all_judges_fail() -> None:
    judge = ScriptedJudge({"one": ConnectionError("gone"), "two": TimeoutError("late")})
    with pytest.raises(ConnectionError, match="gone"):
        await ask_all(judge, [Question("one", "p", "s"), Question("two", "p", "s")])


@pytest.mark.parametrize("other", ["yes", ConnectionError("gone")])
async def test_a_judge_without_budget_is_not_a_failed_judge(other: str | Exception) -> None:
    judge = ScriptedJudge({"one": other, "two": Limited("Used up.")})
    with pytest.raises(Limited, match="Used up"):
        await ask_all(judge, [Question("one", "p", "s"), Question("two", "p", "s")])


async def test_cancellation_is_not_a_failed_judge() -> None:
    judge = ScriptedJudge({"one": "yes", "two": asyncio.CancelledError()})
    with pytest.raises(asyncio.CancelledError):
        await ask_all(judge, [Question("one", "p", "s"), Question("two", "p", "s")])
