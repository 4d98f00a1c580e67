"""The way of a turn through HTTP: claimed once, opened in one short unit, answered as a stream or whole."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from llmbattler.accounts.deps import CredentialWatch, admit_writer, attach_cookie
from llmbattler.accounts.schemas import Visitor
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.core.db import Database, Session
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.event_stream import EventStream
from llmbattler.core.web.idempotency import IdempotentRequest
from llmbattler.core.web.problems import problem_response

from .conversation import Attempt, read_entries
from .errors import AnswerFailed
from .events import Starting, read_event_id, write_events
from .flow import Arena
from .following import follow_turn
from .models import Mode, Status
from .pairing.flow import PairOdds
from .relay import Blinding
from .running import Done, Offset, Shown, Voided
from .service import battles
from .service.plans import Opening, TurnPlan
from .service.views import sentence_for
from .settings import ArenaSettings

EVENTS = "text/event-stream"
CREATED = 201


@dataclass(frozen=True, slots=True)
class TurnName:
    """Which turn is meant; as text it is what an idempotency key refers to."""

    session_id: UUID
    battle_id: UUID
    attempt: Attempt
    message_id: str
    mode: Mode

    @classmethod
    def of(cls, plan: TurnPlan) -> "TurnName":
        attempt = Attempt.next(plan.entries, plan.turn)
        return cls(plan.session_id, plan.battle_id, attempt, plan.message_id, plan.mode)

    @classmethod
    def parse(cls, reference: str) -> "TurnName":
        session_id, battle_id, attempt, message_id, mode = reference.split("/")
        return cls(UUID(session_id), UUID(battle_id), Attempt.parse(attempt), message_id, Mode(mode))

    def __str__(self) -> str:
        return f"{self.session_id}/{self.battle_id}/{self.attempt}/{self.message_id}/{self.mode}"


class TurnDoor:
    """Starts a turn for the person behind a request, and answers in the form the request asks for."""

    def __init__(self, resources: Resources, request: Request, asker: Visitor, repeatable: IdempotentRequest) -> None:
        self._resources = resources
        self._request = request
        self._asker = asker
        self._repeatable = repeatable

    async def start(self, open_turn: Callable[[Session, Opening], Awaitable[TurnPlan]]) -> Response:
        arena = self._resources.get(Arena)
        async with arena.opening():
            visitor, name, plan = await self._open(arena, open_turn)
        if plan is not None:
            arena.begin(plan)
        try:
            response = await answer(self._resources, self._request, name, visitor)
        except AnswerFailed as failure:
            # With the cookie: the void battle belongs to somebody, and has the prompt.
            response = problem_response(failure)
        attach_cookie(response, visitor)
        return response

    async def _open(
        self, arena: Arena, open_turn: Callable[[Session, Opening], Awaitable[TurnPlan]]
    ) -> tuple[Visitor, TurnName, TurnPlan | None]:
        """Open the turn, or find the one that the same request opened before."""
        most, odds = (
            self._resources.get(Settings).of(ArenaSettings).max_running_battles,
            self._resources.get(PairOdds).chances,
        )
        budgets = self._resources.get(ModelCalls).budgets
        lease = budgets.lease if await budgets.are_set() else None
        async with budgets.reporting_refusals(), self._resources.get(Database).unit() as session:
            visitor = await admit_writer(session, self._resources, self._request, self._asker)
            owner = visitor.owner
            claim = await self._repeatable.claim(session, owner=owner)
            if claim.replay is not None:
                arena.streams.check(owner)
                return visitor, TurnName.parse(claim.replay.reference or ""), None
            plan = await open_turn(session, Opening(owner, arena.process, most, odds, lease))
            name = TurnName.of(plan)
            await self._repeatable.settle(session, owner=owner, status=CREATED, reference=str(name))
        return visitor, name, plan


async def answer(resources: Resources, request: Request, name: TurnName, asker: Visitor) -> Response:
    """Answer with the events of a turn, or with the whole of it when it is done."""
    shown = follow_turn(
        resources.get(Arena), resources.get(Database), battle_id=name.battle_id, attempt=name.attempt, seen=Offset()
    )
    if EVENTS in request.headers.get("accept", ""):
        return stream(resources, name, shown, asker=asker, announce=True)
    ending = await _wait(shown)
    if isinstance(ending, Voided):
        raise AnswerFailed(
            sentence_for(ending.reason, name.mode),
            retry_after=1,
            facts={"session_id": str(name.session_id), "battle_id": str(name.battle_id)},
        )
    async with resources.get(Database).unit() as session:
        whole = await battles.show_answered(session, owner=asker.owner, battle_id=name.battle_id, attempt=name.attempt)
    if whole is None:
        raise AnswerFailed(retry_after=1)
    return JSONResponse(whole.model_dump(mode="json"), status_code=CREATED)


def stream(
    resources: Resources, name: TurnName, shown: AsyncIterator[Shown], *, asker: Visitor, announce: bool
) -> EventStream:
    arena = resources.get(Arena)
    apart = name.mode is Mode.DIRECT or arena.blinding is Blinding.RELAXED
    start = Starting(name.session_id, name.battle_id, name.message_id) if announce else None
    events = write_events(shown, attempt=name.attempt, mode=name.mode, apart=apart, start=start)
    watch = partial(resources.get(CredentialWatch).hold, asker.credential) if asker.credential else None
    return EventStream(events, held=arena.streams.hold(asker.owner), watch=watch)


async def _wait(shown: AsyncIterator[Shown]) -> Done | Voided:
    async for piece in shown:
        if isinstance(piece, Done | Voided):
            return piece
    raise AnswerFailed("The site is restarting; the answer will be there when it is back.", retry_after=5)


async def stream_events(
    resources: Resources, *, asker: Visitor, battle_id: UUID, last_event_id: str | None
) -> EventStream:
    """Go on with the running turn, or the last one, from where a client stopped."""
    resources.get(Arena).streams.check(asker.owner)
    async with resources.get(Database).unit() as session:
        battle = await battles.find_battle(session, owner=asker.owner, battle_id=battle_id)
    entries = read_entries(battle.conversation)
    asked = next(entry for entry in reversed(entries) if entry.role == "user")
    current = Attempt.next(entries, asked.turn)
    if battle.status not in {Status.GENERATING, Status.VOID} and current.again:
        current = Attempt(current.turn, current.again - 1)
    attempt, seen = read_event_id(last_event_id, current=current, entries=entries)
    name = TurnName(battle.session_id, battle_id, attempt, asked.id, Mode(battle.mode))
    shown = follow_turn(resources.get(Arena), resources.get(Database), battle_id=battle_id, attempt=attempt, seen=seen)
    return stream(resources, name, shown, asker=asker, announce=last_event_id is None)
