"""Opening a turn, appending it when both sides are done, or voiding it. Never across a model call."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from llmbattler.catalog import service as catalog
from llmbattler.catalog.service import BudgetReached, Hold, OfferedModel
from llmbattler.core.db import Session
from llmbattler.core.live import publish

from .. import limits, repository
from ..conversation import Attempt, Entry, Facts, answer, ask, make_title, read_entries, write_entry
from ..errors import (
    BadChoice,
    BattleClosed,
    BattleNotFound,
    NoImagesHere,
    PromptTooLong,
    SessionNotFound,
    StillAnswering,
    TooFewModels,
    TooManyAtOnce,
    TooManyTurns,
)
from ..matchmaking import Contestant, draw_pair
from ..models import Battle, Mode, Position, Status, VoidReason
from ..models import Session as SessionRow
from ..moderation.service import looking, refusing
from ..schemas import BattleIn, MessageIn
from ..vote_rules import hash_prompt
from . import paying
from .images import attach, take_images

_chance = random.SystemRandom()
_SIDES = (Position.LEFT, Position.RIGHT)


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """Everything needed to generate one turn, read before any model is called."""

    session_id: UUID
    battle_id: UUID
    owner: str
    mode: Mode
    turn: int
    message_id: str
    entries: tuple[Entry, ...]
    models: tuple[OfferedModel, ...]
    holds: tuple[Hold, ...] = ()
    """What was set aside for each of them."""


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Seen:
    """What the rules found in the conversation after this turn."""

    categories: frozenset[str]
    language: str | None
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Opening:
    """Who asks, and within which bounds."""

    owner: str
    process: UUID
    most_at_once: int
    odds: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Of the pairs that may be drawn; without them weights alone decide."""
    lease: timedelta | None = None
    """How long money is set aside for the answers; without it there are no budgets."""


async def open_battle(
    session: Session, *, opening: Opening, wanted: BattleIn, session_id: UUID | None = None
) -> TurnPlan:
    """Draw the models, or take the chosen ones, and write the battle down as generating."""
    await refusing.check_prompt(session, prompt=wanted.prompt)
    await _admit(session, opening)
    previous: Battle | None = None
    if session_id is not None:
        row = await repository.get_session(session, session_id, opening.owner)
        if row is None or row.deleted_at is not None:
            raise SessionNotFound
        previous = await repository.get_previous_battle(session, session_id)
    images = await take_images(session, opening.owner, wanted.images)
    asked = ask((), prompt=wanted.prompt, images=[str(image.image_id) for image in images])
    models, probability, holds = await _engage(session, wanted, previous, opening, asked)
    if session_id is None:
        row = SessionRow(owner=opening.owner, title=make_title(wanted.prompt))
        repository.add(session, row)
        await session.flush()
        session_id = row.session_id
    else:
        await repository.touch_session(session, session_id)
    battle = Battle(
        session_id=session_id,
        owner=opening.owner,
        mode=wanted.mode,
        left_model_id=models[0].model_id,
        right_model_id=models[1].model_id if len(models) > 1 else None,
        status=Status.GENERATING,
        conversation=[write_entry(asked)],
        prompt_hash=hash_prompt(wanted.prompt),
        sampling_probability=probability,
    )
    repository.add(session, battle)
    await session.flush()
    attach(images, battle)
    return await _begin(session, battle, opening, [asked], models, holds)


async def add_message(session: Session, *, opening: Opening, battle_id: UUID, wanted: MessageIn) -> TurnPlan:
    """Ask both sides again, with the whole history. After the vote too; then it no longer counts."""
    battle = await _lock(session, battle_id, opening.owner)
    if battle.status not in {Status.OPEN, Status.VOTED}:
        raise BattleClosed("Start a new battle instead.")
    await refusing.check_prompt(session, prompt=wanted.prompt)
    entries = read_entries(battle.conversation)
    if max(entry.turn for entry in entries) >= limits.TURNS:
        raise TooManyTurns
    models = await _models_of(session, battle)
    if wanted.images and not await _may_see(session, battle, entries, models):
        raise NoImagesHere("Start a new battle with the image.")
    await _admit(session, opening)
    images = await take_images(session, opening.owner, wanted.images)
    asked = ask(entries, prompt=wanted.prompt, images=[str(image.image_id) for image in images])
    holds = await _pay(session, opening, models, [*entries, asked], blind=battle.mode == Mode.BATTLE)
    battle.conversation = [*battle.conversation, write_entry(asked)]
    attach(images, battle)
    await repository.touch_session(session, battle.session_id)
    return await _begin(session, battle, opening, [*entries, asked], models, holds)


async def regenerate(session: Session, *, opening: Opening, battle_id: UUID) -> TurnPlan:
    """Ask both sides for another answer to the last message. The pair stays."""
    battle = await _lock(session, battle_id, opening.owner)
    if battle.status != Status.OPEN:
        raise BattleClosed("Only a battle without a vote can be answered again.")
    entries = read_entries(battle.conversation)
    if len(entries) >= limits.TURNS * 6:
        raise TooManyTurns
    models = await _models_of(session, battle)
    await _admit(session, opening)
    holds = await _pay(session, opening, models, entries, blind=battle.mode == Mode.BATTLE)
    return await _begin(session, battle, opening, entries, models, holds)


async def append_turn(
    session: Session, *, plan: TurnPlan, answers: Sequence[Answer], pace: Sequence[Sequence[int]], seen: Seen
) -> bool:
    """Write both answers down and open the battle for votes; false when it was voided meanwhile."""
    locked = await repository.lock_any_battle(session, plan.battle_id)
    if locked is None or locked[0].status not in {Status.GENERATING, Status.VOTED}:
        return False
    battle, now = locked
    entries = read_entries(battle.conversation)
    for position, given in zip(_SIDES, answers, strict=False):
        entries.append(answer(entries, turn=plan.turn, position=position, text=given.text, facts=given.facts))
    battle.conversation = [write_entry(entry) for entry in entries]
    battle.turns = plan.turn
    # A turn after the vote that failed has no pace, and the next one must not take its place.
    earlier = battle.pace[: plan.turn - 1]
    battle.pace = [*earlier, *([] for _ in range(plan.turn - 1 - len(earlier))), list(pace)]
    if battle.status == Status.GENERATING:
        battle.status = Status.OPEN
        battle.flags = sorted({*battle.flags, *seen.flags})
        if not battle.corrected:
            battle.categories, battle.language = sorted(seen.categories), seen.language
    battle.updated_at = battle.completed_at = now
    await repository.delete_live_turn(session, plan.battle_id)
    await looking.note_turn(session, battle_id=plan.battle_id, turn=plan.turn)
    await publish(session, f"battle:{plan.battle_id}", str(plan.battle_id))
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
    await repository.delete_live_turn(session, battle_id)
    await _note_last_turn(session, battle)
    await publish(session, f"battle:{battle_id}", str(battle_id))


async def void_stale_battles(session: Session) -> int:
    """Void what a dead process left behind."""
    stale = await repository.list_stale_battles(session)
    for battle in stale:
        battle.status, battle.void_reason = Status.VOID, VoidReason.CRASHED
        battle.updated_at = await repository.get_now(session)
        await repository.delete_live_turn(session, battle.battle_id)
        await _note_last_turn(session, battle)
        await publish(session, f"battle:{battle.battle_id}", str(battle.battle_id))
    await repository.delete_orphan_chunks(session)
    return len(stale)


async def _note_last_turn(session: Session, battle: Battle) -> None:
    """What was asked in vain can be shared too."""
    turn = max(entry.turn for entry in read_entries(battle.conversation))
    await looking.note_turn(session, battle_id=battle.battle_id, turn=turn)


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
    await repository.lock_owner(session, opening.owner)
    if await repository.count_answering(session, opening.owner) >= opening.most_at_once:
        raise TooManyAtOnce(retry_after=5)


async def _begin(
    session: Session,
    battle: Battle,
    opening: Opening,
    entries: Sequence[Entry],
    models: Sequence[OfferedModel],
    holds: Sequence[Hold],
) -> TurnPlan:
    asked = next(entry for entry in reversed(entries) if entry.role == "user")
    if battle.status != Status.VOTED:
        battle.status = Status.GENERATING
    if len(entries) > 1:  # nothing was there before a first message
        battle.updated_at = await repository.get_now(session)
        await repository.delete_live_turn(session, battle.battle_id)
        await publish(session, f"battle:{battle.battle_id}", str(battle.battle_id))
    await repository.add_live_turn(session, battle_id=battle.battle_id, turn=asked.turn, process=opening.process)
    return TurnPlan(
        session_id=battle.session_id,
        battle_id=battle.battle_id,
        owner=opening.owner,
        mode=Mode(battle.mode),
        turn=asked.turn,
        message_id=asked.id,
        entries=tuple(entries),
        models=tuple(models),
        holds=tuple(holds),
    )


async def _engage(
    session: Session, wanted: BattleIn, previous: Battle | None, opening: Opening, asked: Entry
) -> tuple[list[OfferedModel], float | None, list[Hold]]:
    """Choose the models and set the money for both aside, so that no battle ends half way for want of it.

    A provider that runs out between the two is left out, and the draw is made again.
    """
    blind, short = wanted.mode is Mode.BATTLE, set[str]()
    while True:
        models, probability = await _choose(session, wanted, previous, opening, short)
        try:
            return models, probability, await _pay(session, opening, models, [asked], blind=blind)
        except BudgetReached as refused:
            more = paying.list_short(refused)
            if not blind or more <= short:
                raise
            short |= more


async def _pay(
    session: Session, opening: Opening, models: Sequence[OfferedModel], entries: Sequence[Entry], *, blind: bool
) -> list[Hold]:
    return await paying.pay(
        session, owner=opening.owner, lease=opening.lease, models=models, entries=entries, blind=blind
    )


async def _choose(
    session: Session, wanted: BattleIn, previous: Battle | None, opening: Opening, short: Collection[str]
) -> tuple[list[OfferedModel], float | None]:
    if wanted.mode is not Mode.BATTLE:
        return await _take_chosen(session, wanted), None
    if wanted.models:
        raise BadChoice("A battle draws its models itself. Choose models in side by side or direct mode.")
    able = [one for one in await catalog.list_drawable(session) if one.abilities.vision or not wanted.images]
    if opening.lease is not None:
        able = await catalog.keep_payable(session, models=able, short=short)
    able = _leave_out_short(able, wanted.prompt)
    met = {previous.left_model_id, previous.right_model_id or ""} if previous is not None else set()
    contestants = [Contestant(one.model_id, one.weight) for one in able]
    pairing = draw_pair(contestants, previous=met, odds=opening.odds, chance=_chance)
    if pairing is None:
        what = "that can see images " if wanted.images else ""
        raise TooFewModels(f"A battle needs two models {what}that answer; see the Models page.", retry_after=60)
    known = {one.model_id: one for one in able}
    return [known[pairing.left], known[pairing.right]], pairing.probability


def _leave_out_short(models: Sequence[OfferedModel], prompt: str) -> list[OfferedModel]:
    """Those that can read so long a prompt: one that cannot would fail every time, and the battle with it."""
    fitting = [one for one in models if len(prompt) < one.longest_text]
    if len(fitting) < len(_SIDES) <= len(models):
        longest = sorted(one.longest_text for one in models)[-len(_SIDES)]
        raise PromptTooLong(f"Two models of this site can read about {longest:,.0f} characters. Shorten it.")
    return fitting


async def _take_chosen(session: Session, wanted: BattleIn) -> list[OfferedModel]:
    number = 1 if wanted.mode is Mode.DIRECT else 2
    if len(set(wanted.models)) != number:
        raise BadChoice(f"Choose {'one model' if number == 1 else 'two different models'}.")
    known = await catalog.find_offered(session, model_ids=wanted.models)
    chosen = [known[model_id] for model_id in wanted.models if model_id in known and known[model_id].active]
    if len(chosen) != number:
        raise BadChoice("One of the models chosen is not offered any more. Choose another one.")
    if (least := min(chosen, key=lambda one: one.longest_text)).longest_text <= len(wanted.prompt):
        raise PromptTooLong(f"{least.name} can read about {least.longest_text:,.0f} characters. Shorten it.")
    if wanted.images and not all(model.abilities.vision for model in chosen):
        raise BadChoice("A model chosen cannot see images. Choose another one, or send text only.")
    return chosen


async def _models_of(session: Session, battle: Battle) -> list[OfferedModel]:
    ids = [one for one in (battle.left_model_id, battle.right_model_id) if one is not None]
    known = await catalog.find_offered(session, model_ids=ids)
    if any(one not in known or not known[one].active for one in ids):
        raise BattleClosed("One of its models has left this site. Start a new battle.")
    return [known[one] for one in ids]


async def _may_see(session: Session, battle: Battle, entries: Sequence[Entry], models: Sequence[OfferedModel]) -> bool:
    """Whether a message that follows may have images; while names are hidden, their abilities decide nothing."""
    if battle.mode != Mode.BATTLE or battle.status == Status.VOTED:
        return all(model.abilities.vision for model in models)
    if any(entry.images for entry in entries):
        return True  # so both were drawn from those that see
    return all(model.abilities.vision for model in await catalog.list_offered(session) if model.active)


@dataclass(frozen=True, slots=True)
class Chunk:
    seq: int
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class TurnState:
    """What is written down about a turn that another process answers, or that has ended."""

    chunks: Sequence[Chunk]
    final: tuple[str, str] | None
    void: VoidReason | None


async def read_turn(session: Session, *, battle_id: UUID, attempt: Attempt, after: int) -> TurnState:
    battle = await repository.read_battle(session, battle_id)
    if battle is None:
        return TurnState((), None, VoidReason.FAILED)
    entries = read_entries(battle.conversation)
    left, right = (attempt.find(entries, side) for side in _SIDES)
    if left is not None:
        return TurnState((), (left.content, right.content if right else ""), None)
    if battle.status == Status.GENERATING or await repository.has_live_turn(session, battle_id):
        chunks = await repository.list_chunks(session, battle_id, after)
        return TurnState([Chunk(chunk.seq, chunk.left, chunk.right) for chunk in chunks], None, None)
    return TurnState((), None, VoidReason(battle.void_reason or VoidReason.FAILED))


async def expire_battles(session: Session, *, after: timedelta) -> int:
    return await repository.expire_battles(session, after=after)
