"""One turn while it is being answered: two models on one side, whoever watches on the other."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TypeAlias

from llmbattler.connectors.contract import Finish, FinishReason, Message, RefusalDelta, TextDelta, Usage
from llmbattler.connectors.errors import BrokenStream, Filtered
from llmbattler.core.resources import Resources
from llmbattler.generation.contestants.flow import stream_answer
from llmbattler.generation.contestants.service import AnswerContext, AnswerFinish

from . import limits
from .conversation import Attempt, Facts
from .models import VoidReason
from .relay import Blinding, Relay
from .service.plans import Answer, TurnPlan

STOPPED = "stopped"
"""How an answer ended that its person stopped; the others are those of connectors."""


@dataclass(frozen=True, slots=True)
class Offset:
    """How much of each side somebody has seen, in code points."""

    left: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """What comes next for somebody who has seen everything before it."""

    left: str
    right: str
    upto: Offset

    @property
    def begins(self) -> int:
        """How much of both sides together comes before this."""
        return self.upto.left - len(self.left) + self.upto.right - len(self.right)


@dataclass(frozen=True, slots=True)
class Done:
    """Both sides are complete and stored."""


@dataclass(frozen=True, slots=True)
class Voided:
    reason: VoidReason


@dataclass(frozen=True, slots=True)
class Quiet:
    """Nothing new for a while; says that the connection lives."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """This process stops; go on with another one, from where you are."""


Ending: TypeAlias = Done | Voided
Shown: TypeAlias = Piece | Done | Voided | Quiet | Leaving


class RunningTurn:
    """The shown state is moved by `tick`; followers wake up when there is something new."""

    def __init__(self, plan: TurnPlan, blinding: Blinding) -> None:
        self.plan = plan
        self.attempt = Attempt.next(plan.entries, plan.turn)
        self.relay = Relay(blinding, sides=len(plan.contestants))
        self.ending: Ending | None = None
        self.stopping: VoidReason | None = None
        self.all_shown = asyncio.Event()
        self._checkpointed = Offset()
        self._unsure: Piece | None = None
        self._loop = asyncio.get_running_loop()
        self._watchers: list[asyncio.Future[None]] = []
        self._silences = 0
        self._leaving = False
        self._facts: list[Facts | None] = [None] * len(plan.contestants)
        self._began = time.monotonic()

    @property
    def shown(self) -> Offset:
        sides = self.relay.sides
        return Offset(sides[0].shown, sides[1].shown if len(sides) > 1 else 0)

    def tick(self, now: float) -> None:
        if self.relay.tick(now):
            self._wake()
        if self.relay.complete:
            self.all_shown.set()

    def end(self, ending: Ending) -> None:
        if self.ending is None:
            self.ending = ending
            self._wake()

    def cut(self) -> bool:
        """Make what was shown so far the whole answer; false when that is nothing."""
        for index, side in enumerate(self.relay.sides):
            side.cut()
            self._facts[index] = Facts(
                model_id=self.plan.contestants[index].id,
                latency_ms=round((time.monotonic() - self._began) * 1000),
                finish=STOPPED,
            )
        return all(side.text.strip() for side in self.relay.sides)

    def since(self, seen: Offset) -> Piece | None:
        """What was shown after this, if anything."""
        shown, sides = self.shown, self.relay.sides
        left = sides[0].text[seen.left : shown.left]
        right = sides[1].text[seen.right : shown.right] if len(sides) > 1 else ""
        if not left and not right:
            return None
        return Piece(left, right, Offset(max(seen.left, shown.left), max(seen.right, shown.right)))

    def next_checkpoint(self) -> Piece | None:
        """What other replicas are to learn next: after a failure the very same, since it may be written already."""
        if self._unsure is None:
            self._unsure = self.since(self._checkpointed)
        return self._unsure

    def keep_checkpoint(self, piece: Piece) -> None:
        """This is written now. What was written in vain meanwhile (see below) does not count."""
        if piece is self._unsure:
            self._unsure = None
            self._checkpointed = piece.upto

    def forget_checkpoints(self) -> None:
        """The database lost what was written, so all of it is due again."""
        self._unsure = None
        self._checkpointed = Offset()

    async def follow(self, seen: Offset) -> AsyncIterator[Shown]:
        """Everything after this, as it is shown, and how it ends."""
        silences = self._silences
        while True:
            piece = self.since(seen)
            if piece is not None:
                seen = piece.upto
                yield piece
            elif self.ending is not None:
                yield self.ending
                return
            elif self._leaving:
                yield Leaving()
                return
            elif silences != self._silences:
                silences = self._silences
                yield Quiet()
            else:
                watcher: asyncio.Future[None] = self._loop.create_future()
                self._watchers.append(watcher)
                await watcher

    def break_silence(self) -> None:
        self._silences += 1
        self._wake()

    def leave(self) -> None:
        self._leaving = True
        self._wake()

    def _wake(self) -> None:
        watchers, self._watchers = self._watchers, []
        for watcher in watchers:
            if not watcher.done():
                watcher.set_result(None)

    @property
    def answers(self) -> list[Answer]:
        return [
            Answer(side.text, facts)
            for side, facts in zip(self.relay.sides, self._facts, strict=True)
            if facts is not None
        ]

    async def read_side(self, index: int, resources: Resources, messages: Sequence[Message]) -> None:
        """Read one contestant's answer to its end. Raises a `ConnectorError` when there is none worth showing."""
        contestant, side = self.plan.contestants[index], self.relay.sides[index]
        context = AnswerContext(
            resources=resources,
            purpose=self.plan.mode.value,
            purpose_id=str(self.plan.battle_id),
            caller=self.plan.owner,
            reservations=self.plan.holds[index] if self.plan.holds else None,
        )
        started = time.monotonic()
        first: float | None = None
        finish = Finish(FinishReason.LENGTH, Usage())
        declined = False
        async with aclosing(stream_answer(contestant, messages, context=context)) as deltas:
            async for delta in deltas:
                if isinstance(delta, TextDelta):
                    declined = declined or isinstance(delta, RefusalDelta)
                    first = first or time.monotonic()
                    side.add(_cleaned(delta.text, room=limits.ANSWER_CHARS - side.received))
                    if side.received >= limits.ANSWER_CHARS:
                        break  # the same cut for everybody, marked as any other that ran out of room
                elif isinstance(delta, Finish):
                    finish = delta
        # A model that declines in words has answered; one that stops with a refusal and says nothing was blocked.
        if finish.reason is FinishReason.FILTERED or (finish.reason is FinishReason.REFUSAL and not declined):
            raise Filtered
        if not side.text.strip():
            raise BrokenStream("The answer was empty.")
        self._facts[index] = Facts(
            model_id=contestant.id,
            latency_ms=round((time.monotonic() - started) * 1000),
            first_token_ms=None if first is None else round((first - started) * 1000),
            input_tokens=finish.usage.input_tokens,
            output_tokens=finish.usage.output_tokens,
            cost_micro_usd=_counted_cost(finish),
            finish=finish.reason.value,
        )
        side.finished = True


def _counted_cost(finish: Finish) -> int | None:
    """The cost where the provider counted the tokens; a guess is not shown."""
    return finish.cost_micro_usd if isinstance(finish, AnswerFinish) and not finish.estimated else None


def _cleaned(text: str, *, room: int) -> str:
    # PostgreSQL stores no NUL and no half of a surrogate pair, and no reader misses them.
    if "\x00" in text:
        text = text.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        text = text.encode("utf-8", "replace").decode()
    return text[:room]
