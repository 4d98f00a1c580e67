"""Opening a turn, appending it when both sides are done, or voiding it. Never across a model call."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.ids import uuid7
from llmbattler.core.live import publish
from llmbattler.generation.contestants.service import Contestant, Reservation
from llmbattler.library.service.images import attach_images

from .. import limits, repository
from ..answering import repository as answering
from ..answering.repository import NewBattle
from ..conversation import Attempt, Entry, answer, ask, make_title, read_entries, write_entry
from ..errors import (
    BattleClosed,
    BattleNotFound,
    NoImagesHere,
    SessionNotFound,
    StillAnswering,
    TooManyAtOnce,
    TooManyTurns,
)
from ..models import Battle, Mode, Position, Status, VoidReason
from ..moderation.service import prompt_check, scan
from ..schemas import BattleIn, MessageIn
from ..topics import battle_topic
from ..vote_rules import hash_prompt
from . import choosing, paying
from .plans import Answer, Opening, Seen, TurnPlan


async def open_battle(
    session: Session, *, opening: Opening, wanted: BattleIn, session_id: UUID | None = None
) -> TurnPlan:
    """Draw the models, or take the chosen ones, and write the battle down as generating."""
    await prompt_check.check_prompt(session, prompt=wanted.prompt)
    await _admit(session, opening)
    previous: Battle | None = None
    if session_id is not None:
        row = await repository.get_session(session, session_id, opening.owner)
        if row is None or row.deleted_at is not None:
            raise SessionNotFound
        previous = await repository.get_previous_battle(session, session_id)
    battle_id = uuid7()
    images = await attach_images(session, owner=opening.owner, image_ids=wanted.images, battle_id=battle_id)
    asked = ask((), prompt=wanted.prompt, images=[str(image.image_id) for image in images])
    contestants, probability, holds = await choosing.engage(session, wanted, previous, opening, asked)
    title: str | None = None
    if session_id is None:
        session_id, title = uuid7(), make_title(wanted.prompt)
    else:
        await repository.touch_session(session, session_id)
    new = NewBattle(
        battle_id=battle_id,
        session_id=session_id,
        owner=opening.owner,
        mode=wanted.mode,
        left=contestants[0].id,
        right=contestants[1].id if len(contestants) > 1 else None,
        asked=asked,
        prompt_hash=hash_prompt(wanted.prompt, [image.storage_key for image in images]),
        sampling_probability=probability,
        process=opening.process,
        title=title,
    )
    await answering.add_battle(session, new)
    return TurnPlan(
        session_id=session_id,
        battle_id=new.battle_id,
        owner=opening.owner,
        mode=wanted.mode,
        turn=asked.turn,
        message_id=asked.id,
        entries=(asked,),
        contestants=tuple(contestants),
        holds=tuple(holds),
    )


async def add_message(session: Session, *, opening: Opening, battle_id: UUID, wanted: MessageIn) -> TurnPlan:
    """Ask both sides again, with the whole history. After the vote too; then it no longer counts."""
    battle = await _lock(session, battle_id, opening.owner)
    if battle.status not in {Status.OPEN, Status.VOTED}:
        raise BattleClosed("Start a new battle instead.")
    await prompt_check.check_prompt(session, prompt=wanted.prompt)
    entries = read_entries(battle.conversation)
    if max(entry.turn for entry in entries) >= limits.TURNS:
        raise TooManyTurns
    contestants = await choosing.contestants_of(session, battle)
    if wanted.images and not await choosing.may_see(session, battle, entries, contestants):
        raise NoImagesHere("Start a new battle with the image.")
    await _admit(session, opening)
    images = await attach_images(session, owner=opening.owner, image_ids=wanted.images, battle_id=battle_id)
    asked = ask(entries, prompt=wanted.prompt, images=[str(image.image_id) for image in images])
    holds = await paying.pay(session, opening, contestants, [*entries, asked], blind=battle.mode == Mode.BATTLE)
    battle.conversation = [*battle.conversation, write_entry(asked)]
    await repository.touch_session(session, battle.session_id)
    return await _begin(session, battle, opening, [*entries, asked], contestants, holds)


async def regenerate(session: Session, *, opening: Opening, battle_id: UUID) -> TurnPlan:
    """Ask both sides for another answer to the last message. The pair stays."""
    battle = await _lock(session, battle_id, opening.owner)
    if battle.status != Status.OPEN:
        raise BattleClosed("Only a battle without a vote can be answered again.")
    entries = read_entries(battle.conversation)
    if len(entries) >= limits.TURNS * 6:
        raise TooManyTurns
    contestants = await choosing.contestants_of(session, battle)
    await _admit(session, opening)
    holds = await paying.pay(session, opening, contestants, entries, blind=battle.mode == Mode.BATTLE)
    return await _begin(session, battle, opening, entries, contestants, holds)


async def append_turn(
    session: Session, *, plan: TurnPlan, answers: Sequence[Answer], pace: Sequence[Sequence[int]], seen: Seen
) -> bool:
    """Write both answers down and open the battle for votes; false when it was voided meanwhile."""
    battle = await answering.lock_answered(session, plan.battle_id)
    if battle is None:
        return False
    entries = read_entries(battle.conversation)
    if Attempt.next(plan.entries, plan.turn).find(entries, Position.LEFT) is not None:
        return True  # by a unit whose end the database could not tell us of any more
    if battle.status not in {Status.GENERATING, Status.VOTED}:
        return False
    before = len(entries)
    for position, given in zip(Position, answers, strict=False):
        entries.append(answer(entries, turn=plan.turn, position=position, text=given.text, facts=given.facts))
    # A turn after the vote that failed has no pace, and the next one must not take its place.
    earlier = battle.pace[: plan.turn - 1]
    battle.pace = [*earlier, *([] for _ in range(plan.turn - 1 - len(earlier))), list(pace)]
    if battle.status == Status.GENERATING:
        battle.status = Status.OPEN
        battle.flags = sorted({*battle.flags, *seen.flags})
        if not battle.corrected:
            battle.categories, battle.language = sorted(seen.categories), seen.language
    await answering.append_answers(session, plan.battle_id, battle, answers=entries[before:], turns=plan.turn)
    await scan.note_turn(session, battle_id=plan.battle_id, turn=plan.turn)
    await publish(session, battle_topic(plan.battle_id), str(plan.battle_id))
    return True


async def void_turn(session: Session, *, battle_id: UUID, reason: VoidReason) -> None:
    """End a turn that cannot be completed. A battle that was voted on keeps its vote."""
    locked = await repository.lock_any_battle(session, battle_id)
    if locked is None:
        return
    battle, now = locked
    battle.updated_at = now
    if battle.status == Status.GENERATING:
        battle.status, battle.void_reason = Status.VOID, reason
    await answering.delete_live_turn(session, battle_id)
    await _note_last_turn(session, battle)
    await publish(session, battle_topic(battle_id), str(battle_id))


async def void_stale_battles(session: Session) -> int:
    """Void what a dead process left behind."""
    stale = await repository.list_stale_battles(session)
    for battle in stale:
        battle.status, battle.void_reason = Status.VOID, VoidReason.CRASHED
        battle.updated_at = await get_transaction_time(session)
        await answering.delete_live_turn(session, battle.battle_id)
        await _note_last_turn(session, battle)
        await publish(session, battle_topic(battle.battle_id), str(battle.battle_id))
    await repository.delete_orphan_chunks(session)
    return len(stale)


async def _note_last_turn(session: Session, battle: Battle) -> None:
    """What was asked in vain can be shared too."""
    turn = max(entry.turn for entry in read_entries(battle.conversation))
    await scan.note_turn(session, battle_id=battle.battle_id, turn=turn)


async def request_stop(session: Session, *, owner: str, battle_id: UUID) -> bool:
    """Ask the process that generates this battle to stop; false when nothing is running."""
    battle = await repository.get_battle(session, battle_id, owner)
    if battle is None:
        raise BattleNotFound
    await repository.request_stop(session, battle_id)
    return battle.status == Status.GENERATING


async def is_generating(session: Session, *, battle_id: UUID) -> bool:
    battle = await repository.read_battle(session, battle_id)
    return battle is not None and battle.status == Status.GENERATING


async def _lock(session: Session, battle_id: UUID, owner: str) -> Battle:
    battle = await repository.lock_battle(session, battle_id, owner)
    if battle is None:
        raise BattleNotFound
    if battle.status == Status.GENERATING or await repository.has_live_turn(session, battle_id):
        raise StillAnswering
    return battle


async def _admit(session: Session, opening: Opening) -> None:
    await answering.lock_owner(session, opening.owner)
    if await answering.count_answering(session, opening.owner) >= opening.most_at_once:
        raise TooManyAtOnce(retry_after=5)


async def _begin(
    session: Session,
    battle: Battle,
    opening: Opening,
    entries: Sequence[Entry],
    contestants: Sequence[Contestant],
    holds: Sequence[tuple[Reservation, ...]],
) -> TurnPlan:
    asked = next(entry for entry in reversed(entries) if entry.role == "user")
    if battle.status != Status.VOTED:
        battle.status = Status.GENERATING
    battle.updated_at = await get_transaction_time(session)
    await answering.delete_live_turn(session, battle.battle_id)
    await publish(session, battle_topic(battle.battle_id), str(battle.battle_id))
    await answering.add_live_turn(session, battle_id=battle.battle_id, turn=asked.turn, process=opening.process)
    return TurnPlan(
        session_id=battle.session_id,
        battle_id=battle.battle_id,
        owner=opening.owner,
        mode=Mode(battle.mode),
        turn=asked.turn,
        message_id=asked.id,
        entries=tuple(entries),
        contestants=tuple(contestants),
        holds=tuple(holds),
    )


async def expire_battles(session: Session, *, after: timedelta) -> int:
    return await repository.expire_battles(session, after=after)
