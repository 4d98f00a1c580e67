"""Read-only links to one battle."""

import secrets
from uuid import UUID

from llmbattler.catalog import service as catalog
from llmbattler.core.db import Session

from .. import repository
from ..errors import BattleNotFound, ImageNotFound, ShareNotFound
from ..models import Battle, Image, Share
from ..models import Session as SessionRow
from ..schemas import SharedBattleOut, ShareOut
from .battles import find_battle
from .views import show_shared

TOKEN_BYTES = 24


async def share_battle(session: Session, *, owner: str, battle_id: UUID) -> ShareOut:
    """Give the link of a battle, and make it if there is none."""
    if await repository.lock_battle(session, battle_id, owner) is None:  # two clicks at once make one link
        raise BattleNotFound
    token = (await repository.list_shares(session, [battle_id])).get(battle_id)
    if token is None:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        repository.add(session, Share(token=token, battle_id=battle_id))
    return ShareOut(token=token, path=f"/s/{token}")


async def revoke_share(session: Session, *, owner: str, battle_id: UUID) -> None:
    await find_battle(session, owner=owner, battle_id=battle_id)
    await repository.delete_share(session, battle_id)


async def get_shared(session: Session, *, token: str) -> SharedBattleOut:
    battle, row = await _find(session, token)
    names = [name for name in (battle.left_model_id, battle.right_model_id) if name]
    models = await catalog.find_offered(session, model_ids=names)
    vote = await repository.get_vote(session, battle.battle_id)
    return show_shared(battle, title=row.title, vote=vote, models=models, token=token)


async def get_shared_image(session: Session, *, token: str, image_id: UUID) -> Image:
    battle, _ = await _find(session, token)
    image = await repository.get_image_of_battle(session, image_id, battle.battle_id)
    if image is None:
        raise ImageNotFound
    return image


async def _find(session: Session, token: str) -> tuple[Battle, SessionRow]:
    share = await repository.get_share(session, token)
    battle = None if share is None else await repository.read_battle(session, share.battle_id)
    if battle is None:
        raise ShareNotFound
    row = await repository.get_session(session, battle.session_id, battle.owner)
    if row is None or row.deleted_at is not None:
        raise ShareNotFound
    return battle, row
