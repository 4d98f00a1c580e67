"""One running turn and those who watch it."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from typing import Any, cast
from uuid import uuid4

import pytest

from llmbattler.arena.models import Mode, VoidReason
from llmbattler.arena.relay import Blinding
from llmbattler.arena.running import Done, Leaving, Offset, Piece, Quiet, RunningTurn, Shown, Voided, _cleaned
from llmbattler.arena.service.plans import TurnPlan
from llmbattler.catalog.models import PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.connectors.contract import Delta, Finish, FinishReason, RefusalDelta, TextDelta, Usage
from llmbattler.connectors.errors import Filtered
from llmbattler.core.resources import Resources
from llmbattler.generation.contestants.service.catalog_models import CatalogModel


def a_turn(*, sides: int = 2, blinding: Blinding = Blinding.STRICT) -> RunningTurn:
    model = OfferedModel(
        model_id="m", name="m", connector="openai", model="m", source=Source.FILE, place=PlaceKind.LOCAL
    )
    plan = TurnPlan(uuid4(), uuid4(), "v_1", Mode.BATTLE, 1, "msg_1", (), (CatalogModel.of(model),) * sides)
    return RunningTurn(plan, blinding)


async def watch(turn: RunningTurn, seen: Offset, into: list[Shown]) -> None:
    async for piece in turn.follow(seen):
        into.append(piece)  # noqa: PERF401 - others look at it meanwhile


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_everybody_hears_the_rest_and_the_end_from_where_they_are() -> None:
    turn = a_turn()
    early: list[Shown] = []
    late: list[Shown] = []
    ahead: list[Shown] = []
    async with asyncio.TaskGroup() as group:
        group.create_task(watch(turn, Offset(), early))
        await settle()
        for side in turn.relay.sides:
            side.add("Hello ")
        turn.tick(1.0)
        await settle()
        group.create_task(watch(turn, Offset(2, 2), late))
        group.create_task(watch(turn, Offset(99, 99), ahead))
        for side, text in zip(turn.relay.sides, ("you", "world"), strict=True):
            side.add(text)
            side.finished = True
        now = 1.0
        while not turn.all_shown.is_set():
            now += 0.05
            turn.tick(now)
            await settle()
        turn.end(Done())
        turn.end(Voided(VoidReason.FAILED))  # the first end counts
    for heard, start in ((early, 0), (late, 2)):
        assert "".join(piece.left for piece in heard if isinstance(piece, Piece)) == "Hello you"[start:]
        assert "".join(piece.right for piece in heard if isinstance(piece, Piece)) == "Hello world"[start:]
        assert heard[-1] == Done()
    assert ahead == [Done()]


async def test_silence_is_broken_for_everybody_and_a_farewell_ends_the_watching() -> None:
    turn = a_turn()
    heard: list[Shown] = []
    async with asyncio.TaskGroup() as group:
        group.create_task(watch(turn, Offset(), heard))
        await settle()
        turn.break_silence()
        await settle()
        turn.leave()
    assert heard == [Quiet(), Leaving()]


async def test_a_slow_watcher_gets_everything_in_one_piece() -> None:
    turn = a_turn(sides=1)
    turn.relay.sides[0].add("one")
    turn.tick(1.0)
    turn.relay.sides[0].add(" two")
    turn.tick(1.05)
    turn.end(Done())
    heard: list[Shown] = []
    await watch(turn, Offset(), heard)
    assert heard == [Piece("one two", "", Offset(7, 0)), Done()]


def test_text_is_cleaned_of_what_no_database_keeps() -> None:
    assert _cleaned("a\x00b", room=10) == "a\N{REPLACEMENT CHARACTER}b"
    assert _cleaned("a\ud800b", room=10) == "a?b"
    assert _cleaned("👍🏽" * 5, room=3) == "👍🏽👍"


@dataclass
class FixedContestant:
    """Answers with these deltas."""

    deltas: tuple[Delta, ...]
    id: str = "m"

    async def answer(self, *_: object) -> AsyncGenerator[Delta, None]:
        for delta in self.deltas:
            yield delta


def answering(*deltas: Delta) -> RunningTurn:
    turn = a_turn(sides=1)
    turn.plan = replace(turn.plan, contestants=(cast("Any", FixedContestant(deltas)),))
    return turn


async def test_a_model_that_declines_in_words_has_answered() -> None:
    turn = answering(RefusalDelta("I will not."), Finish(FinishReason.REFUSAL, Usage()))
    await turn.read_side(0, Resources(), [])
    assert turn.relay.sides[0].text == "I will not."
    assert turn.relay.sides[0].finished


@pytest.mark.parametrize("reason", [FinishReason.FILTERED, FinishReason.REFUSAL])
async def test_a_blocked_answer_fails(reason: FinishReason) -> None:
    turn = answering(TextDelta("To make it, "), Finish(reason, Usage()))
    with pytest.raises(Filtered):
        await turn.read_side(0, Resources(), [])
