"""What happens to a battle, one step at a time, with nobody answering."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from sqlalchemy import update

from llmbattler.arena.conversation import Facts
from llmbattler.arena.models import Battle, Status, VoidReason
from llmbattler.arena.schemas import BattleIn, MessageIn
from llmbattler.arena.service import turns
from llmbattler.arena.service.plans import Answer, Opening, Seen, TurnPlan
from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.core.db import Database, Session
from tests.arena.rows import OWNER, all_rows

PROCESS = uuid4()
NOTHING_SEEN = Seen(frozenset(), None, frozenset())


def opening(owner: str = OWNER, most: int = 5) -> Opening:
    return Opening(owner, PROCESS, most)


def offer(model_id: str, **changes: Any) -> OfferedModel:
    return OfferedModel(
        model_id=model_id,
        name=model_id,
        connector="openai",
        model=model_id,
        source=Source.FILE,
        place=PlaceKind.LOCAL,
        **changes,
    )


async def do(database: Database, step: Callable[[Session], Awaitable[Any]]) -> Any:
    async with database.unit() as session:
        return await step(session)


async def start(database: Database, who: Opening | None = None, **wanted: Any) -> TurnPlan:
    body = BattleIn(**{"prompt": "Why?", **wanted})
    return await do(database, lambda session: turns.open_battle(session, opening=who or opening(), wanted=body))


async def finish(database: Database, plan: TurnPlan, text: str = "So.", seen: Seen = NOTHING_SEEN) -> bool:
    answers = [Answer(text, Facts(model_id=one.id, latency_ms=1)) for one in plan.contestants]
    return await do(
        database, lambda session: turns.append_turn(session, plan=plan, answers=answers, pace=[(0, 3, 3)], seen=seen)
    )


async def say(
    database: Database, battle: TurnPlan | Battle, prompt: str = "More?", who: Opening | None = None
) -> TurnPlan:
    wanted = MessageIn(prompt=prompt)
    return await do(
        database,
        lambda session: turns.add_message(session, opening=who or opening(), battle_id=battle.battle_id, wanted=wanted),
    )


async def again(database: Database, battle: TurnPlan | Battle) -> TurnPlan:
    return await do(database, lambda session: turns.regenerate(session, opening=opening(), battle_id=battle.battle_id))


async def void(database: Database, plan: TurnPlan, reason: VoidReason = VoidReason.FAILED) -> None:
    await do(database, lambda session: turns.void_turn(session, battle_id=plan.battle_id, reason=reason))


async def row_of(database: Database, battle: TurnPlan | Battle) -> Battle:
    [row] = [row for row in await all_rows(database, Battle) if row.battle_id == battle.battle_id]
    return row


async def set_status(database: Database, battle: TurnPlan | Battle, status: Status) -> None:
    query = update(Battle).where(Battle.battle_id == battle.battle_id).values(status=status)
    await do(database, lambda session: session.execute(query))
