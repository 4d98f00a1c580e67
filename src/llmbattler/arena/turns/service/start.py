"""Opens a turn: a new battle, a follow-up message, or another attempt at the last message."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.ids import uuid7
from llmbattler.core.live import publish
from llmbattler.generation.contestants.service import Contestant, Reservation
from llmbattler.generation.named_questions.service import hash_question, record_questions
from llmbattler.generation.streams.service import list_live, open_generation
from llmbattler.library.service.images import attach_images

from ... import limits
from ... import repository as battles
from ...blinding.pacing import Blinding, BlindPacing
from ...conversation import Entry, ask, count_attempts, latest, make_title, read_entries, write_entry
from ...errors import (
    BattleClosed,
    BattleNotFound,
    NoImagesHere,
    SessionNotFound,
    StillAnswering,
    TooManyAtOnce,
    TooManyTurns,
)
from ...models import Battle, Mode, Position, Status
from ...moderation.service import prompt_check
from ...schemas import BattleIn, MessageIn
from ...service.views import is_revealed
from ...topics import battle_topic
from .. import repository
from ..turn import Turn, TurnContext, TurnRef, list_sides
from .reservations import reserve_answers
from .selection import get_contestants, may_send_images, select_contestants

MOST_ENTRIES = limits.TURNS * 6
MOST_ATTEMPTS = limits.TURNS * 2


async def open_battle(
    session: Session, *, context: TurnContext, wanted: BattleIn, session_id: UUID | None = None
) -> Turn:
    """Draw the models, or take the chosen ones, and store the battle as generating."""
    await prompt_check.check_prompt(session, prompt=wanted.prompt)
    battle_id = uuid7()
    title = None if session_id is not None else make_title(wanted.prompt)
    ref = TurnRef(session_id or uuid7(), battle_id, "", wanted.mode, turn=1)
    await _admit(session, context, ref)
    previous: Battle | None = None
    if session_id is not None:
        row = await battles.get_session(session, session_id, context.owner)
        if row is None or row.deleted_at is not None:
            raise SessionNotFound
        previous = await battles.get_previous_battle(session, session_id)
        await battles.update_last_active(session, session_id)
    images = await attach_images(session, owner=context.owner, image_ids=wanted.images, battle_id=battle_id)
    asked = ask((), prompt=wanted.prompt, images=[str(image.image_id) for image in images])
    contestants, probability, reservations = await select_contestants(session, wanted, previous, context, asked)
    if wanted.mode is not Mode.BATTLE:
        await record_questions(session, owner=context.owner, questions=[wanted.prompt])
    turn = _plan(context, replace(ref, message_id=asked.id), [asked], contestants, reservations)
    await repository.add_battle(
        session,
        turn,
        prompt_hash=hash_question(wanted.prompt, [image.storage_key for image in images]),
        sampling_probability=probability,
        title=title,
    )
    return turn


async def add_message(session: Session, *, context: TurnContext, battle_id: UUID, wanted: MessageIn) -> Turn:
    """Send a follow-up message to every side, with the whole history. Also after the vote, which does not change."""
    battle = await _lock(session, battle_id, context.owner)
    if battle.status not in {Status.OPEN, Status.VOTED}:
        raise BattleClosed("Start a new battle instead.")
    await prompt_check.check_prompt(session, prompt=wanted.prompt)
    entries = read_entries(battle.conversation)
    if max(entry.turn for entry in entries) >= limits.TURNS:
        raise TooManyTurns
    contestants = await get_contestants(session, battle)
    if wanted.images and not await may_send_images(session, battle, entries, contestants.values()):
        raise NoImagesHere("Start a new battle with the image.")
    images = await attach_images(session, owner=context.owner, image_ids=wanted.images, battle_id=battle_id)
    asked = ask(entries, prompt=wanted.prompt, images=[str(image.image_id) for image in images])
    ref = TurnRef(battle.session_id, battle_id, asked.id, Mode(battle.mode), asked.turn)
    await _admit(session, context, ref)
    reservations = await reserve_answers(
        session, context, contestants, [*entries, asked], blind=battle.mode == Mode.BATTLE
    )
    if is_revealed(battle):
        await record_questions(session, owner=context.owner, questions=[wanted.prompt])
    battle.conversation = [*battle.conversation, write_entry(asked)]
    await battles.update_last_active(session, battle.session_id)
    await _begin(session, battle, attempt=0)
    return _plan(context, ref, [*entries, asked], contestants, reservations)


async def regenerate(session: Session, *, context: TurnContext, battle_id: UUID) -> Turn:
    """Ask for another answer to the last message, from the same contestants.

    Where names are hidden, both sides answer again. Elsewhere only the failed side answers, and the other keeps its
    answer. After the vote, only a failed turn can be repeated.
    """
    battle = await _lock(session, battle_id, context.owner)
    entries = read_entries(battle.conversation)
    asked = next(entry for entry in reversed(entries) if entry.role == "user")
    mode = Mode(battle.mode)
    missing = _list_missing(entries, asked.turn, mode)
    if battle.status != Status.OPEN and not (battle.status == Status.VOTED and missing):
        raise BattleClosed("Only a battle without a vote can be answered again.")
    attempt = max(battle.attempt + 1, count_attempts(entries, asked.turn))
    if len(entries) >= MOST_ENTRIES or attempt > MOST_ATTEMPTS:
        raise TooManyTurns
    contestants = await get_contestants(session, battle)
    ref = TurnRef(battle.session_id, battle_id, asked.id, mode, asked.turn, attempt)
    await _admit(session, context, ref)
    asking = contestants if mode is Mode.BATTLE or not missing else {side: contestants[side] for side in missing}
    reservations = await reserve_answers(session, context, asking, entries, blind=mode is Mode.BATTLE)
    if is_revealed(battle):
        await record_questions(session, owner=context.owner, questions=[asked.content])
    await _begin(session, battle, attempt=attempt)
    return _plan(context, ref, entries, contestants, reservations)


def _list_missing(entries: Sequence[Entry], turn: int, mode: Mode) -> list[Position]:
    answered = {entry.position for entry in latest(entries) if entry.turn == turn}
    return [side for side in list_sides(mode) if side not in answered]


async def _lock(session: Session, battle_id: UUID, owner: str) -> Battle:
    battle = await battles.lock_battle(session, battle_id, owner)
    if battle is None:
        raise BattleNotFound
    if battle.status == Status.GENERATING or await list_live(session, subject_ids=[battle_id]):
        raise StillAnswering
    return battle


async def _admit(session: Session, context: TurnContext, ref: TurnRef) -> None:
    """Open one turn per person at a time, so that the limit holds."""
    await battles.lock_owner(session, context.owner)
    if not await open_generation(
        session, key=ref.key, owner=context.owner, process=context.process, most=context.most_at_once
    ):
        raise TooManyAtOnce(retry_after=5)


async def _begin(session: Session, battle: Battle, *, attempt: int) -> None:
    if battle.status != Status.VOTED:
        battle.status = Status.GENERATING
    battle.attempt, battle.void_reason, battle.failures = attempt, None, {}
    battle.updated_at = await get_transaction_time(session)
    await publish(session, battle_topic(battle.battle_id), str(battle.battle_id))


def _plan(
    context: TurnContext,
    ref: TurnRef,
    entries: Sequence[Entry],
    contestants: Mapping[Position, Contestant],
    reservations: Mapping[Position, tuple[Reservation, ...]],
) -> Turn:
    # Where the names are known, each model shows its own speed.
    blinding = context.blinding if ref.mode is Mode.BATTLE else Blinding.RELAXED
    return Turn(
        ref=ref,
        owner=context.owner,
        entries=tuple(entries),
        contestants=contestants,
        reservations=reservations,
        pacing=BlindPacing(blinding, sides=len(ref.sides)),
    )
