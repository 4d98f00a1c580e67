"""Single steps of a battle, without calling models."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import update

from llmbattler.arena.conversation import Answer, Facts
from llmbattler.arena.models import Battle, Position, Status, VoidReason
from llmbattler.arena.schemas import BattleIn, MessageIn
from llmbattler.arena.turns.analysis import TurnAnalysis
from llmbattler.arena.turns.service import end
from llmbattler.arena.turns.service import start as opening
from llmbattler.arena.turns.turn import Turn, TurnContext
from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.core.db import Database, Session
from llmbattler.generation.streams.service import Ended, close_generation
from tests.arena.rows import OWNER, all_rows

PROCESS = uuid4()
NOTHING_FOUND = TurnAnalysis(frozenset(), None, frozenset())


def context(owner: str = OWNER, most: int = 5) -> TurnContext:
    return TurnContext(owner, PROCESS, most)


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


async def start(database: Database, who: TurnContext | None = None, **wanted: Any) -> Turn:
    body = BattleIn(**{"prompt": "Why?", **wanted})
    return await do(database, lambda session: opening.open_battle(session, context=who or context(), wanted=body))


async def finish(
    database: Database,
    turn: Turn,
    text: str = "So.",
    analysis: TurnAnalysis = NOTHING_FOUND,
    sides: Sequence[Position] = tuple(Position),
    failures: Mapping[str, Mapping[str, str]] | None = None,
) -> Ended:
    """Store answers of these sides."""
    answers = [
        Answer(text, Facts(model_id=turn.contestants[side].id, latency_ms=1))
        if side in sides and side in turn.reservations
        else None
        for side in turn.ref.sides
    ]
    async with database.unit() as session:
        assert await close_generation(session, key=turn.ref.key)
        return await end.append_turn(
            session, turn=turn, answers=answers, pace=[(0, 3, 3)], analysis=analysis, failures=failures
        )


async def say(database: Database, battle: Turn | Battle, prompt: str = "More?", who: TurnContext | None = None) -> Turn:
    wanted = MessageIn(prompt=prompt)
    return await do(
        database,
        lambda session: opening.add_message(session, context=who or context(), battle_id=id_of(battle), wanted=wanted),
    )


async def again(database: Database, battle: Turn | Battle) -> Turn:
    return await do(database, lambda session: opening.regenerate(session, context=context(), battle_id=id_of(battle)))


async def fail(
    database: Database,
    turn: Turn,
    reason: VoidReason = VoidReason.FAILED,
    flags: frozenset[str] = frozenset(),
    failures: Mapping[str, Mapping[str, str]] | None = None,
) -> Ended:
    async with database.unit() as session:
        assert await close_generation(session, key=turn.ref.key)
        return await end.fail_turn(session, battle_id=turn.ref.battle_id, reason=reason, flags=flags, failures=failures)


def id_of(battle: Turn | Battle) -> UUID:
    return battle.battle_id if isinstance(battle, Battle) else battle.ref.battle_id


async def row_of(database: Database, battle: Turn | Battle) -> Battle:
    [row] = [row for row in await all_rows(database, Battle) if row.battle_id == id_of(battle)]
    return row


async def set_status(database: Database, battle: Turn | Battle, status: Status) -> None:
    query = update(Battle).where(Battle.battle_id == id_of(battle)).values(status=status)
    await do(database, lambda session: session.execute(query))
