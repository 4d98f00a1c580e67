"""Rows of sessions and battles, for tests that need many or old ones."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select

from llmbattler.arena.conversation import Entry, Facts, answer, ask, write_entry
from llmbattler.arena.models import Battle, Mode, Position, Status, Vote
from llmbattler.arena.models import Session as SessionRow
from llmbattler.core.db import Database, Session
from llmbattler.generation.named_questions.service import hash_question

OWNER = "v_" + "0" * 32
OTHER = "v_" + "f" * 32
A_MINUTE_AGO = timedelta(minutes=1)


def talk(
    *prompts: str, answers: tuple[str, str] = ("Left answer.", "Right answer."), models: Sequence[str] = ("a", "b")
) -> list[Entry]:
    entries: list[Entry] = []
    for prompt in prompts:
        asked = ask(entries, prompt=prompt, images=())
        entries.append(asked)
        for position, text, model in zip(Position, answers, models, strict=False):
            facts = Facts(model_id=model, latency_ms=120, first_token_ms=30, output_tokens=7, cost_micro_usd=1500)
            entries.append(answer(entries, turn=asked.turn, position=position, text=text, facts=facts))
    return entries


async def add_session(session: Session, *, owner: str = OWNER, title: str = "A title", **more: Any) -> SessionRow:
    row = SessionRow(owner=owner, title=title, **more)
    session.add(row)
    await session.flush()
    return row


async def add_battle(
    session: Session, *prompts: str, row: SessionRow | None = None, owner: str = OWNER, **more: Any
) -> Battle:
    """Add a battle whose answers were complete a minute ago; open for a vote by default."""
    asked = prompts or ("What is it?",)
    row = row or await add_session(session, owner=owner)
    entries = more.pop("entries", None) or talk(*asked)
    values: dict[str, Any] = {
        "session_id": row.session_id,
        "owner": row.owner,
        "mode": Mode.BATTLE,
        "left_model_id": "a",
        "right_model_id": "b",
        "status": Status.OPEN,
        "conversation": [write_entry(entry) for entry in entries],
        "prompt_hash": hash_question(asked[0]),
        "turns": len(asked),
        "pace": [[(0, 5, 5), (50, 12, 13)] for _ in asked],
        "completed_at": datetime.now(UTC) - A_MINUTE_AGO,
    }
    battle = Battle(**{**values, **more})
    session.add(battle)
    await session.flush()
    return battle


async def all_rows(database: Database, table: type[Any]) -> Sequence[Any]:
    async with database.unit() as session:
        return (await session.execute(select(table))).scalars().all()


async def all_votes(database: Database) -> Sequence[Vote]:
    return await all_rows(database, Vote)
