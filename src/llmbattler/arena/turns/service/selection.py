"""Selects the contestants: drawn for a battle, otherwise chosen by the person; the same in every later turn."""

import random
from collections.abc import Collection, Sequence

from llmbattler.catalog.budgets.errors import BudgetReached
from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import (
    Contestant,
    Reservation,
    filter_payable,
    find_contestants,
    list_drawable,
    list_offered,
    resolve,
)

from ...conversation import Entry
from ...errors import BadChoice, BattleClosed, PromptTooLong, TooFewModels
from ...models import Battle, Mode, Position, Status
from ...pairing.draw import Candidate, draw_pair
from ...schemas import BattleIn
from ..turn import TurnContext
from .reservations import reserve_answers

_chance = random.SystemRandom()
_PAIR = 2


async def select_contestants(
    session: Session, wanted: BattleIn, previous: Battle | None, context: TurnContext, asked: Entry
) -> tuple[dict[Position, Contestant], float | None, dict[Position, tuple[Reservation, ...]]]:
    """Select the contestants and reserve their maximum cost, so that no battle exceeds a budget halfway.

    If the budget of a provider is used up meanwhile, its models are left out and the draw is repeated.
    """
    blind, short = wanted.mode is Mode.BATTLE, set[str]()
    while True:
        chosen, probability = await _choose(session, wanted, previous, context, short)
        contestants = dict(zip(Position, chosen, strict=False))
        try:
            return contestants, probability, await reserve_answers(session, context, contestants, [asked], blind=blind)
        except BudgetReached as refused:
            more = refused.providers
            if not blind or more <= short:
                raise
            short |= more


async def _choose(
    session: Session, wanted: BattleIn, previous: Battle | None, context: TurnContext, short: Collection[str]
) -> tuple[list[Contestant], float | None]:
    if wanted.mode is not Mode.BATTLE:
        return await _find_chosen(session, wanted, context.owner), None
    if wanted.models:
        raise BadChoice(
            "The models of a battle are drawn at random. To choose models, use the side-by-side or direct mode."
        )
    able = [one for one in await list_drawable(session) if one.abilities.vision or not wanted.images]
    if context.lease is not None:
        able = await filter_payable(session, contestants=able, exhausted=short)
    able = _filter_by_length(able, wanted.prompt)
    met = {previous.left_model_id, previous.right_model_id or ""} if previous is not None else set()
    candidates = [Candidate(one.id, one.weight) for one in able]
    pairing = draw_pair(candidates, previous=met, odds=context.odds, chance=_chance)
    if pairing is None:
        what = " that can see images" if wanted.images else ""
        raise TooFewModels(f"A battle needs two available models{what}. See the Models page.", retry_after=60)
    known = {one.id: one for one in able}
    return [known[pairing.left], known[pairing.right]], pairing.probability


def _filter_by_length(contestants: Sequence[Contestant], prompt: str) -> list[Contestant]:
    """Return the contestants that can read this prompt. Others would always fail, and the battle with them."""
    fitting = [one for one in contestants if len(prompt) < one.longest_text]
    if len(fitting) < _PAIR <= len(contestants):
        longest = sorted(one.longest_text for one in contestants)[-_PAIR]
        raise PromptTooLong(f"The models of this site can read about {longest:,.0f} characters. Shorten your prompt.")
    return fitting


async def _find_chosen(session: Session, wanted: BattleIn, asker: str) -> list[Contestant]:
    number = 1 if wanted.mode is Mode.DIRECT else 2
    resolved = await resolve(session, names=wanted.models, asker=asker)
    ids = [resolved.get(name, name) for name in wanted.models]  # a label and its version are the same contestant
    if len(set(ids)) != number:
        raise BadChoice(f"Choose {'one model' if number == 1 else 'two different models'}.")
    known = await find_contestants(session, ids=resolved.values())
    chosen = [known[one] for one in ids if one in known and known[one].active]
    if len(chosen) != number:
        raise BadChoice("One of the chosen models is no longer available. Choose another one.")
    if (least := min(chosen, key=lambda one: one.longest_text)).longest_text <= len(wanted.prompt):
        raise PromptTooLong(f"{least.name} can read about {least.longest_text:,.0f} characters. Shorten your prompt.")
    if wanted.images and not all(one.abilities.vision for one in chosen):
        raise BadChoice("One of the chosen models cannot see images. Choose another one, or send text only.")
    return chosen


async def get_contestants(session: Session, battle: Battle) -> dict[Position, Contestant]:
    sides = {Position.LEFT: battle.left_model_id, Position.RIGHT: battle.right_model_id}
    ids = {side: one for side, one in sides.items() if one is not None}
    known = await find_contestants(session, ids=ids.values())
    if any(one not in known or not known[one].active for one in ids.values()):
        raise BattleClosed("One of its models is no longer available. Start a new battle.")
    return {side: known[one] for side, one in ids.items()}


async def may_send_images(
    session: Session, battle: Battle, entries: Sequence[Entry], chosen: Collection[Contestant]
) -> bool:
    """Return whether a follow-up may have images. While names are hidden, this must not reveal abilities of models."""
    if battle.mode != Mode.BATTLE or battle.status == Status.VOTED:
        return all(one.abilities.vision for one in chosen)
    if any(entry.images for entry in entries):
        return True  # both were drawn from models that can see images
    return all(one.abilities.vision for one in await list_offered(session, asker=None) if one.drawable)
