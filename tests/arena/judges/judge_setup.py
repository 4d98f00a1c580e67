"""Stored battles and scripted judges."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from llmbattler.arena.judges.flow import JudgeRun, RunLimits, run_judge
from llmbattler.arena.models import Battle, JudgeVote, Status, Vote, VoteWord
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.core.db import Database, Session
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.ratings.models import PairTotal
from llmbattler.testing import RecordedRequest, Script
from tests.arena.conftest import ALPHA, BETA
from tests.arena.rows import add_battle, all_rows, talk

JUDGE = "zz-judge-model"
GOOD, BAD = "A good answer.", "A bad answer."


def read_answers(request: RecordedRequest) -> dict[str, str]:
    """Return the answers that a judge was shown, by letter."""
    quoted = r"\[\[(\w+) begin answer \d+ of (.)\]\]\n(.*?)\n\[\[\1 end\]\]"
    return {letter: said for _, letter, said in re.findall(quoted, request.last_user_text, re.DOTALL)}


def judge_by(choose: Callable[[dict[str, str]], str]) -> Script:
    """Script a judge that gives a reason, then the verdict that the function chooses."""
    return Script(
        reply=lambda request: f"There is a difference.\nVerdict: {choose(read_answers(request))}", chunk_size=9
    )


def prefer_good(answers: Mapping[str, str]) -> str:
    better = [letter for letter, text in answers.items() if "good" in text]
    return better[0] if len(better) == 1 else "tie" if better else "both bad"


FAIR = judge_by(prefer_good)


async def add_judgeable(session: Session, *, word: str | None = VoteWord.LEFT_BETTER, **more: Any) -> Battle:
    """Add a battle with a good left and a bad right answer: voted on, or expired if `word` is `None`."""
    answers = more.pop("answers", (GOOD, BAD))
    left, right = more.pop("models", (ALPHA, BETA))
    counted, categories = more.pop("counted", True), more.pop("categories", ["coding"])
    prompts = more.pop("prompts", ("What is it?",))
    values = {"status": Status.EXPIRED if word is None else Status.VOTED, "language": "en", **more}
    battle = await add_battle(
        session,
        *prompts,
        entries=talk(*prompts, answers=answers, models=(left, right)),
        left_model_id=left,
        right_model_id=right,
        categories=categories,
        **values,
    )
    if word is not None:
        add_vote(session, battle, word, counted=counted)
        await session.flush()
    return battle


def add_vote(session: Session, battle: Battle, word: str, *, counted: bool = True) -> None:
    session.add(
        Vote(
            battle_id=battle.battle_id,
            session_id=battle.session_id,
            voter=battle.owner,
            vote=word,
            left_model_id=battle.left_model_id,
            right_model_id=battle.right_model_id,
            mode=battle.mode,
            categories=battle.categories,
            language=battle.language,
            turns=battle.turns,
            counted=counted,
            prompt_hash=battle.prompt_hash,
        )
    )


async def store_battles(database: Database, number: int, **more: Any) -> list[Battle]:
    async with database.unit() as session:
        return [await add_judgeable(session, **more) for _ in range(number)]


async def judge_all(resources: Resources, *, limits: RunLimits | None = None, model_id: str = JUDGE) -> JudgeRun:
    return await run_judge(
        resources.get(Database),
        resources.get(ModelCalls),
        resources.get(Settings),
        model_id=model_id,
        limits=limits or RunLimits(100),
    )


async def verdicts_of(database: Database) -> list[tuple[str, str | None]]:
    rows: list[JudgeVote] = sorted(await all_rows(database, JudgeVote), key=lambda row: (row.battle_id, row.order))
    return [(row.order, row.verdict) for row in rows]


async def counts_of(database: Database, source: str = f"judge:{JUDGE}") -> dict[str, tuple[int, int, int, int]]:
    """Return wins of alpha, wins of beta, ties and both bad, by facet."""
    return {
        row.facet: (row.wins_a, row.wins_b, row.ties, row.both_bad)
        for row in await all_rows(database, PairTotal)
        if row.source == source
    }
