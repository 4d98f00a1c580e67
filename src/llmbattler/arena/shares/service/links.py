"""Creates, revokes and resolves read-only links to battles."""

import asyncio
import secrets
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.generation.contestants.service import describe
from llmbattler.library.schemas import StoredImage
from llmbattler.library.service import images

from ... import repository as battles
from ...errors import BattleNotFound, ShareNotFound
from ...models import Battle
from ...models import Session as SessionRow
from ...moderation.service import flags
from ...redaction import mask
from ...schemas import SharedBattleOut, ShareOut
from ...service.battles import find_battle
from ...service.views import show_shared
from .. import repository

TOKEN_BYTES = 24


async def share_battle(session: Session, *, owner: str, battle_id: UUID) -> ShareOut:
    """Return the link of a battle. Create it if there is none."""
    if await battles.lock_battle(session, battle_id, owner) is None:  # locked, so that two requests create one link
        raise BattleNotFound
    await flags.check_publishable(session, battle_id=battle_id)
    token = (await battles.list_shares(session, [battle_id])).get(battle_id)
    if token is None:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        repository.add_share(session, token=token, battle_id=battle_id)
    return ShareOut(token=token, path=f"/s/{token}")


async def revoke_share(session: Session, *, owner: str, battle_id: UUID) -> None:
    await find_battle(session, owner=owner, battle_id=battle_id)
    await repository.delete_share(session, battle_id)


async def get_shared(session: Session, *, token: str) -> SharedBattleOut:
    battle, row = await _find(session, token)
    sides = [side for side in (battle.left_model_id, battle.right_model_id) if side]
    contestants = await describe(session, ids=sides)
    vote = await battles.get_vote(session, battle.battle_id)
    shown = show_shared(battle, title=row.title, vote=vote, contestants=contestants, token=token)
    return await asyncio.to_thread(_mask, shown)


async def get_shared_image(session: Session, *, token: str, image_id: UUID) -> StoredImage:
    battle, _ = await _find(session, token)
    return await images.get_image_of_battle(session, battle_id=battle.battle_id, image_id=image_id)


async def _find(session: Session, token: str) -> tuple[Battle, SessionRow]:
    share = await repository.get_share(session, token)
    battle = None if share is None else await battles.get_any_battle(session, share.battle_id)
    if battle is None or await flags.is_hidden(session, battle_id=battle.battle_id):
        raise ShareNotFound
    row = await battles.get_session(session, battle.session_id, battle.owner)
    if row is None or row.deleted_at is not None:
        raise ShareNotFound
    return battle, row


def _mask(shown: SharedBattleOut) -> SharedBattleOut:
    """Mask personal data. The owner's own pages show everything."""
    vote = shown.vote
    if vote is not None and vote.comment is not None:
        vote = vote.model_copy(update={"comment": mask(vote.comment)})
    messages = [one.model_copy(update={"text": mask(one.text)}) for one in shown.messages]
    return shown.model_copy(update={"title": mask(shown.title), "messages": messages, "vote": vote})
