"""Which models answer: drawn for a battle, named by the person otherwise, and the same again in what follows."""

import random
from collections.abc import Collection, Sequence

from llmbattler.catalog import service as catalog
from llmbattler.catalog.service import BudgetReached, Hold, OfferedModel
from llmbattler.core.db import Session

from ..conversation import Entry
from ..errors import BadChoice, BattleClosed, PromptTooLong, TooFewModels
from ..matchmaking import Contestant, draw_pair
from ..models import Battle, Mode, Status
from ..schemas import BattleIn
from . import paying
from .plans import Opening

_chance = random.SystemRandom()
_PAIR = 2


async def engage(
    session: Session, wanted: BattleIn, previous: Battle | None, opening: Opening, asked: Entry
) -> tuple[list[OfferedModel], float | None, list[Hold]]:
    """Choose the models and set the money for both aside, so that no battle ends half way for want of it.

    A provider that runs out between the two is left out, and the draw is made again.
    """
    blind, short = wanted.mode is Mode.BATTLE, set[str]()
    while True:
        models, probability = await _choose(session, wanted, previous, opening, short)
        try:
            return models, probability, await paying.pay(session, opening, models, [asked], blind=blind)
        except BudgetReached as refused:
            more = paying.list_short(refused)
            if not blind or more <= short:
                raise
            short |= more


async def _choose(
    session: Session, wanted: BattleIn, previous: Battle | None, opening: Opening, short: Collection[str]
) -> tuple[list[OfferedModel], float | None]:
    if wanted.mode is not Mode.BATTLE:
        return await _take_chosen(session, wanted), None
    if wanted.models:
        raise BadChoice("A battle draws its models itself. Choose models in side by side or direct mode.")
    able = [one for one in await catalog.list_drawable(session) if one.abilities.vision or not wanted.images]
    if opening.lease is not None:
        able = await catalog.keep_payable(session, candidates=able, payees=paying.list_payees, short=short)
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
    if len(fitting) < _PAIR <= len(models):
        longest = sorted(one.longest_text for one in models)[-_PAIR]
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


async def models_of(session: Session, battle: Battle) -> list[OfferedModel]:
    ids = [one for one in (battle.left_model_id, battle.right_model_id) if one is not None]
    known = await catalog.find_offered(session, model_ids=ids)
    if any(one not in known or not known[one].active for one in ids):
        raise BattleClosed("One of its models has left this site. Start a new battle.")
    return [known[one] for one in ids]


async def may_see(session: Session, battle: Battle, entries: Sequence[Entry], models: Sequence[OfferedModel]) -> bool:
    """Whether a message that follows may have images; while names are hidden, their abilities decide nothing."""
    if battle.mode != Mode.BATTLE or battle.status == Status.VOTED:
        return all(model.abilities.vision for model in models)
    if any(entry.images for entry in entries):
        return True  # so both were drawn from those that see
    return all(model.abilities.vision for model in await catalog.list_offered(session) if model.active)
