from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from llmbattler.arena.models import Position
from llmbattler.arena.turns.service import reservations
from llmbattler.arena.turns.service.reservations import reserve_answers
from llmbattler.arena.turns.turn import TurnContext
from llmbattler.connectors.contract import Message, Params
from llmbattler.core.db import Database
from llmbattler.generation.contestants.service import AnswerPlan, PlannedCall, Reservation
from tests.arena.rows import talk
from tests.generation.streams.owners import ScriptedContestant


class PlanningContestant(ScriptedContestant):
    """Takes a call for each message it reads, and one more."""

    def plan(self, messages: Any, params: Params | None = None) -> AnswerPlan:  # noqa: ARG002
        return AnswerPlan(tuple(PlannedCall("maker", len(_text(message))) for message in [*messages, Message.user("")]))


def _text(message: Message) -> str:
    return "".join(getattr(part, "text", "") for part in message.parts)


CONTESTANT = PlanningContestant(id="toy:a@1", kind="toy", name="A", parts=())


def context(lease: timedelta | None) -> TurnContext:
    return TurnContext("v_1", uuid4(), 5, lease=lease)


async def test_without_budgets_nothing_is_reserved_for_any_call(database: Database) -> None:
    async with database.unit() as session:
        found = await reserve_answers(session, context(None), {Position.RIGHT: CONTESTANT}, talk("Why?"), blind=True)
    assert found == {Position.RIGHT: (Reservation(),)}


async def test_each_side_that_is_asked_reserves_what_it_reads(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}

    async def reserve(_: object, **given: Any) -> list[tuple[Reservation, ...]]:
        asked.update(given)
        return [(Reservation(),) * len(plan.calls) for plan in given["plans"]]

    monkeypatch.setattr(reservations, "reserve", reserve)
    entries = talk("Why?", "And?", answers=("Left.", "Right answer."))[:4]
    sides = dict.fromkeys(Position, CONTESTANT)
    async with database.unit() as session:
        found = await reserve_answers(session, context(timedelta(hours=1)), sides, entries, blind=True)
    left, right = ([call.most_micro_usd for call in plan.calls] for plan in asked["plans"])
    assert (left, right) == ([4, 5, 4, 0], [4, 13, 4, 0]), "its own answer, and not the other's"
    assert (asked["caller"], asked["lease"]) == ("v_1", timedelta(hours=1))
    assert {side: len(held) for side, held in found.items()} == dict.fromkeys(Position, 4)
