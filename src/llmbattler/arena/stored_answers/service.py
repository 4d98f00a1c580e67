"""Opens blind battles between answers that exist already.

Nobody is asked again: the battle is open for a vote at once. Other slices open such battles with
`open_stored_battle`; over HTTP people compare answers of their own battles and chats.
"""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.ids import uuid7
from llmbattler.generation.contestants.service import list_known
from llmbattler.generation.named_questions.service import hash_question
from llmbattler.library.service.images import attach_images, list_images

from ..blinding.answer_filter import filter_answer
from ..conversation import Answer, Entry, answer, ask, join_prompts, make_title, read_entries, write_entry
from ..errors import StillAnswering
from ..models import Battle, Flag, Mode, Position, Status
from ..moderation.service import scan
from ..schemas import BattleOut
from ..service.battles import find_battle, show_battles
from ..service.views import is_revealed
from ..turns.analysis import analyze_turn, collect_names
from . import repository
from .errors import NotComparable, StillHidden
from .schemas import ComparisonIn, StoredAnswerIn
from .threads import Thread, read_thread

_chance = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class Question:
    """One message, with images of the person who compares."""

    text: str
    images: tuple[UUID, ...] = ()


async def compare_answers(session: Session, *, owner: str, wanted: ComparisonIn) -> BattleOut:
    """Open a blind battle between two answers of this person. They saw both, so the vote counts as usage."""
    first, second = [await _find_thread(session, owner, one) for one in wanted.answers]
    hashes = [await _hash_questions(session, owner, thread) for thread in (first, second)]
    if hashes[0] != hashes[1]:
        raise NotComparable("They answer different messages. Choose two answers to the same messages.")
    questions = [Question(one.content, tuple(map(UUID, one.images))) for one in first.questions]
    battle = await open_stored_battle(
        session, owner=owner, questions=questions, answers=(first.answers, second.answers), seen=True
    )
    return (await show_battles(session, [battle]))[0]


async def open_stored_battle(
    session: Session,
    *,
    owner: str,
    questions: Sequence[Question],
    answers: tuple[Sequence[Answer], Sequence[Answer]],
    seen: bool,
) -> Battle:
    """Store an open blind battle, in a session of its own. Chance decides which answers stand on the left.

    `answers` are those of two contestants, one for each question. `seen` says that the owner saw or chose one of them.
    """
    contestants = [side[-1].facts.model_id for side in answers]
    if contestants[0] == contestants[1]:
        raise NotComparable("One model gave both. Choose answers of two different models.")
    sides = dict(zip(Position, _chance.sample(answers, 2), strict=True))
    battle_id, session_id = uuid7(), uuid7()
    entries: list[Entry] = []
    files: list[str] = []
    for number, question in enumerate(questions):
        images = await attach_images(session, owner=owner, image_ids=question.images, battle_id=battle_id)
        files += [image.storage_key for image in images] if number == 0 else []
        entries.append(ask(entries, prompt=question.text, images=[str(image.image_id) for image in images]))
        for position, given in sides.items():
            facts = given[number].facts
            text = filter_answer(given[number].text, join_prompts(entries))
            if not text.strip():
                raise NotComparable("One of the answers is empty without its thinking.")
            entries.append(answer(entries, turn=number + 1, position=position, text=text, facts=facts))
    names = collect_names(await list_known(session))
    analysis = await asyncio.to_thread(analyze_turn, entries, 0, (), names)
    battle = Battle(
        battle_id=battle_id,
        session_id=session_id,
        owner=owner,
        mode=Mode.BATTLE,
        left_model_id=sides[Position.LEFT][-1].facts.model_id,
        right_model_id=sides[Position.RIGHT][-1].facts.model_id,
        status=Status.OPEN,
        conversation=[write_entry(entry) for entry in entries],
        categories=sorted(analysis.categories),
        language=analysis.language,
        flags=sorted({*analysis.flags, *([Flag.SEEN_BEFORE.value] if seen else [])}),
        prompt_hash=hash_question(questions[0].text, files),
        turns=len(questions),
        completed_at=await get_transaction_time(session),
    )
    await repository.add_battle(session, battle, title=make_title(questions[0].text))
    for number in range(len(questions)):
        await scan.note_turn(session, battle_id=battle_id, turn=number + 1)
    return battle


async def _find_thread(session: Session, owner: str, wanted: StoredAnswerIn) -> Thread:
    battle = await find_battle(session, owner=owner, battle_id=wanted.battle_id)
    if not is_revealed(battle):
        raise StillHidden
    if battle.status == Status.GENERATING:
        raise StillAnswering
    thread = read_thread(read_entries(battle.conversation), wanted.position, wanted.turn)
    if thread is None:
        raise NotComparable(f"The {wanted.position} side of battle {wanted.battle_id} has no such answer.")
    return thread


async def _hash_questions(session: Session, owner: str, thread: Thread) -> list[str]:
    hashes = []
    for question in thread.questions:
        images = await list_images(session, owner=owner, image_ids=list(map(UUID, question.images)))
        hashes.append(hash_question(question.content, [image.storage_key for image in images]))
    return hashes
