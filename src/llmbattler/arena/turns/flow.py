"""Turns as generations: what the models are asked, and how the answers are stored."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import cast
from uuid import UUID

from llmbattler.connectors.contract import Image, Message, Role, Text
from llmbattler.core.db import Database, Session
from llmbattler.core.errors import Unavailable
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.storage import Storage
from llmbattler.generation.contestants.service import AnswerContext, Description, list_known
from llmbattler.generation.streams.flow import Generations
from llmbattler.generation.streams.service import (
    EndWriter,
    Failure,
    GenerationKey,
    GenerationOwners,
    Outcome,
    StoredEnd,
    StreamAnswer,
    StreamRequest,
)
from llmbattler.library.service.images import list_images

from .. import limits
from ..blinding.answer_filter import AnswerFilter
from ..blinding.pacing import Blinding
from ..conversation import Answer, Entry, Facts, history, join_prompts, read_entries
from ..identity.names import Names
from ..models import Mode, Position, VoidReason
from ..repository import lock_any_battle
from ..schemas import BattleOut
from ..service import battles
from ..settings import ArenaSettings
from .analysis import TurnAnalysis, analyze_turn, collect_names
from .service import end
from .turn import KIND, Turn, parse_part

STOPPED = "stopped"
"""The finish reason of an answer that the person stopped. The other reasons come from connectors."""
NAMES_SECONDS = 60.0


class BattleTurns:
    """Owns the generations of battles."""

    kind = KIND

    def __init__(self, resources: Resources) -> None:
        self.blinding = Blinding(resources.get(Settings).of(ArenaSettings).blinding)
        self._resources = resources
        self._database = resources.get(Database)
        self._names = KnownNames(self._database)

    @classmethod
    def of(cls, resources: Resources) -> "BattleTurns":
        """Return the one owner of this process."""
        return cast("BattleTurns", resources.get(GenerationOwners).get(KIND))

    def begin(self, generations: Generations, turn: Turn) -> None:
        """Start the generation. Where names are hidden, a failure of one side ends the turn for both."""
        blind = turn.ref.mode is Mode.BATTLE
        generations.begin(turn.ref.key, plan=turn, pacing=turn.pacing, needs_all=blind)

    async def prepare(self, plan: Turn) -> list[StreamRequest | None]:
        images = await self._load_images(plan)
        return [self._request(plan, side, images) if side in plan.reservations else None for side in plan.ref.sides]

    def _request(self, turn: Turn, side: Position, images: dict[str, Image]) -> StreamRequest:
        read = history(turn.entries, position=side, turn=turn.ref.turn)
        return StreamRequest(
            contestant=turn.contestants[side],
            messages=[_message(entry, images) for entry in read],
            context=AnswerContext(
                resources=self._resources,
                purpose=turn.ref.mode.value,
                purpose_id=str(turn.ref.battle_id),
                caller=turn.owner,
                reservations=turn.reservations[side],
            ),
            most_characters=limits.ANSWER_CHARS,
            text_filter=AnswerFilter(join_prompts(turn.entries)) if turn.ref.mode is Mode.BATTLE else None,
        )

    async def _load_images(self, turn: Turn) -> dict[str, Image]:
        wanted = [UUID(image) for entry in turn.entries for image in entry.images]
        if not wanted:
            return {}
        storage: Storage = self._resources.get(Storage)
        async with self._database.unit() as session:
            found = await list_images(session, owner=turn.owner, image_ids=wanted)
        return {str(image.image_id): Image(image.media_type, await storage.get(image.storage_key)) for image in found}

    async def end(self, plan: Turn, outcome: Outcome) -> EndWriter:
        answers = _list_answers(plan, outcome)
        ids = [one.id for one in plan.contestants.values()]
        if not any(answers):
            reason = VoidReason((outcome.failure or Failure.FAILED).value)
            flags = await self._find_flags(plan.entries, plan.ref.turn, outcome.shown, ids)
            return partial(
                end.fail_turn,
                battle_id=plan.ref.battle_id,
                reason=reason,
                flags=flags,
                failures=_list_failures(plan, outcome),
            )
        texts = [given.text for given in answers if given is not None]
        analysis = await self._analyze(plan.entries, plan.ref.turn, texts, ids)
        return partial(
            end.append_turn,
            turn=plan,
            answers=answers,
            pace=plan.pacing.pace,
            analysis=analysis,
            failures=_list_failures(plan, outcome),
        )

    async def find_end(self, session: Session, key: GenerationKey) -> StoredEnd | None:
        return await end.find_end(session, key=key)

    async def abandon(self, session: Session, key: GenerationKey, shown: Sequence[str]) -> None:
        locked = await lock_any_battle(session, key.subject_id)
        if locked is not None:
            battle, turn = locked[0], parse_part(key.part)[0]
            ids = [one for one in (battle.left_model_id, battle.right_model_id) if one is not None]
            flags = await self._find_flags(read_entries(battle.conversation), turn, shown, ids)
            await end.fail_turn(session, battle_id=key.subject_id, reason=VoidReason.CRASHED, flags=flags)

    async def _find_flags(
        self, entries: Sequence[Entry], turn: int, shown: Sequence[str], ids: Sequence[str]
    ) -> frozenset[str]:
        """Return the flags of a failed turn: people have seen its text, and may still vote on the battle."""
        if all(entry.role == "user" for entry in entries):
            return frozenset()  # the battle will be void
        return (await self._analyze(entries, turn, shown, ids)).flags

    async def _analyze(
        self, entries: Sequence[Entry], turn: int, texts: Sequence[str], ids: Sequence[str]
    ) -> TurnAnalysis:
        names = await self._names.get(ids)
        return await asyncio.to_thread(analyze_turn, entries, turn, texts, names)


class KnownNames:
    """The names by which an answer could reveal a contestant of this site, read once a minute."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._names = Names()
        self._known: list[Description] = []
        self._due = 0.0

    async def get(self, ids: Sequence[str]) -> Names:
        """Return the names, including those of these contestants."""
        now = asyncio.get_running_loop().time()
        if now >= self._due or not {one.id for one in self._known}.issuperset(ids):
            with suppress(Unavailable):
                await self._read()
                self._due = now + NAMES_SECONDS
        return self._names

    async def _read(self) -> None:
        async with self._database.unit() as session:
            known = await list_known(session)
        if known != self._known:
            self._names, self._known = await asyncio.to_thread(collect_names, known), known


async def stop_turn(database: Database, generations: Generations, *, owner: str, battle_id: UUID) -> BattleOut:
    """Stop the running turn of a battle, in any process, and return the battle."""
    async with database.unit() as session:
        await battles.find_battle(session, owner=owner, battle_id=battle_id)
    await generations.stop(battle_id)
    async with database.unit() as session:
        return await battles.get_battle(session, owner=owner, battle_id=battle_id)


def _list_answers(turn: Turn, outcome: Outcome) -> list[Answer | None]:
    """Return the answer of each side. A stopped chat keeps what was written before."""
    ids = [turn.contestants[side].id for side in turn.ref.sides]
    if outcome.failure is None:
        return [_answer(one, given) for one, given in zip(ids, outcome.answers, strict=True)]
    if outcome.failure is Failure.STOPPED and turn.ref.mode is Mode.DIRECT and outcome.shown[0].strip():
        return [Answer(outcome.shown[0], Facts(ids[0], latency_ms=outcome.elapsed_ms, finish=STOPPED))]
    return [None for _ in ids]


def _list_failures(turn: Turn, outcome: Outcome) -> dict[str, dict[str, str]]:
    """Return why sides have no answer. Nothing is kept where names are hidden."""
    if turn.ref.mode is Mode.BATTLE:
        return {}
    sides = zip(turn.ref.sides, outcome.failures, strict=True)
    return {side.value: {"kind": found.kind, "report": found.report} for side, found in sides if found is not None}


def _answer(contestant_id: str, given: StreamAnswer | None) -> Answer | None:
    if given is None:
        return None
    facts = Facts(
        model_id=contestant_id,
        latency_ms=given.latency_ms,
        first_token_ms=given.first_token_ms,
        input_tokens=given.input_tokens,
        output_tokens=given.output_tokens,
        cost_micro_usd=given.cost_micro_usd,
        finish=given.finish,
    )
    return Answer(given.text, facts)


def _message(entry: Entry, images: dict[str, Image]) -> Message:
    if entry.role == "assistant":
        return Message.assistant(entry.content)
    return Message(Role.USER, (Text(entry.content), *(images[name] for name in entry.images if name in images)))
