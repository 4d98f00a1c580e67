"""Stores how a turn ended, and finds the end of a stored turn."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.live import publish
from llmbattler.generation.streams.service import Ended, Failure, GenerationKey, StoredEnd

from ... import limits
from ... import repository as battles
from ...conversation import (
    Answer,
    Entry,
    answer,
    count_attempts,
    count_messages,
    find_answer,
    find_answers,
    read_entries,
)
from ...models import Battle, Mode, Position, Status, VoidReason
from ...moderation.service import scan
from ...schemas import AnsweredOut, ResponseOut
from ...service.battles import find_battle
from ...topics import battle_topic
from .. import repository
from ..analysis import TurnAnalysis
from ..turn import Turn, TurnRef, list_sides, parse_part


async def append_turn(
    session: Session,
    *,
    turn: Turn,
    answers: Sequence[Answer | None],
    pace: Sequence[Sequence[int]],
    analysis: TurnAnalysis,
    failures: Mapping[str, Mapping[str, str]] | None = None,
) -> Ended:
    """Store the answers and open the battle for votes. A side without an answer can be asked again."""
    ref = turn.ref
    battle = await repository.lock_answered(session, ref.battle_id)
    if battle is None:
        return Ended(Failure.LOST)
    entries = read_entries(battle.conversation)
    before = len(entries)
    for side, given in zip(ref.sides, answers, strict=True):
        if given is not None:
            entries.append(
                answer(
                    entries,
                    turn=ref.turn,
                    position=side,
                    text=given.text,
                    facts=given.facts,
                    attempt=ref.attempt,
                )
            )
    complete = all(find_answer(entries, turn=ref.turn, position=side) for side in ref.sides)
    battle.turns = ref.turn if complete else battle.turns
    battle.void_reason = None if complete else VoidReason.FAILED
    battle.failures = failures or {}
    battle.pace = _add_pace(battle.pace, turn, pace, entries)
    if battle.status == Status.GENERATING:
        battle.status = Status.OPEN
        battle.flags = sorted({*battle.flags, *analysis.flags})
        if not battle.corrected:
            battle.categories, battle.language = sorted(analysis.categories), analysis.language
    await repository.add_answers(session, ref.battle_id, battle, entries[before:])
    await scan.note_turn(session, battle_id=ref.battle_id, turn=ref.turn)
    await publish(session, battle_topic(ref.battle_id), str(ref.battle_id))
    return Ended(state=battle.status)


def _add_pace(
    stored: Sequence[Sequence[Sequence[int]]], turn: Turn, pace: Sequence[Sequence[int]], entries: Sequence[Entry]
) -> list[Sequence[Sequence[int]]]:
    """Insert the ticks at the index of the turn. Failed turns have none."""
    ref = turn.ref
    padded = [*stored, *([] for _ in range(ref.turn - len(stored)))][: ref.turn]
    if len(turn.reservations) == len(ref.sides):
        padded[-1] = list(pace)
    else:  # the other side keeps its ticks; the new text follows them
        found = [find_answer(entries, turn=ref.turn, position=side) for side in Position]
        lengths = [len(one.content) if one else 0 for one in found]
        last = padded[-1][-1][0] if padded[-1] else 0
        padded[-1] = [*padded[-1], [last, *lengths]]
    return padded


async def fail_turn(
    session: Session,
    *,
    battle_id: UUID,
    reason: VoidReason,
    flags: frozenset[str] = frozenset(),
    failures: Mapping[str, Mapping[str, str]] | None = None,
) -> Ended:
    """End a turn without an answer. Only a battle without any answer becomes void; others return to their former state.

    `flags` describe the text that people saw: a later vote must not count if it revealed a model.
    """
    locked = await battles.lock_any_battle(session, battle_id)
    if locked is None:
        return Ended(Failure(reason.value))
    battle, now = locked
    entries = read_entries(battle.conversation)
    if battle.status == Status.GENERATING:
        answered = any(entry.role == "assistant" for entry in entries)
        battle.status = Status.OPEN if answered else Status.VOID
        battle.flags = sorted({*battle.flags, *flags})
    battle.updated_at, battle.void_reason, battle.failures = now, reason, dict(failures or {})
    # Messages without an answer can be shared, so they are moderated, too.
    await scan.note_turn(session, battle_id=battle_id, turn=max(entry.turn for entry in entries))
    await publish(session, battle_topic(battle_id), str(battle_id))
    return Ended(Failure(reason.value), battle.status)


async def find_end(session: Session, *, key: GenerationKey) -> StoredEnd | None:
    """Return how an attempt ended that is no longer running."""
    battle = await battles.get_any_battle(session, key.subject_id)
    if battle is None:
        return None
    turn, attempt = parse_part(key.part)
    found = find_answers(read_entries(battle.conversation), turn=turn, attempt=attempt)
    # Another attempt may be running now; for followers of this one the battle is open.
    state = Status.OPEN if battle.status == Status.GENERATING else Status(battle.status)
    if not found:
        return StoredEnd(Ended(Failure(battle.void_reason or Failure.FAILED), state))
    texts = [found[side].content if side in found else "" for side in list_sides(Mode(battle.mode))]
    return StoredEnd(Ended(state=state), tuple(texts))


async def show_answered(session: Session, *, owner: str, ref: TurnRef) -> AnsweredOut | None:
    """Return the answers of this attempt for clients that do not stream; `None` if there are none."""
    battle = await find_battle(session, owner=owner, battle_id=ref.battle_id)
    entries = read_entries(battle.conversation)
    found = find_answers(entries, turn=ref.turn, attempt=ref.attempt)
    if not found:
        return None
    return AnsweredOut(
        session_id=battle.session_id,
        battle_id=ref.battle_id,
        message_id=ref.message_id,
        responses=[ResponseOut(position=side, text=entry.content) for side, entry in found.items()],
        message_count=count_messages(entries),
        max_messages=limits.TURNS,
    )


def find_last_turn(battle: Battle) -> tuple[TurnRef, list[Entry]]:
    """Return the latest attempt and the conversation."""
    entries = read_entries(battle.conversation)
    asked = next(entry for entry in reversed(entries) if entry.role == "user")
    attempt = max(battle.attempt, count_attempts(entries, asked.turn) - 1)
    mode = Mode(battle.mode)
    return TurnRef(battle.session_id, battle.battle_id, asked.id, mode, asked.turn, attempt), entries
