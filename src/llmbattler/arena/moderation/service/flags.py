"""The moderation queue: flags, decisions, and their consequences."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit, blocks
from llmbattler.core.cursors import CursorCodec
from llmbattler.core.db import Session
from llmbattler.core.live import ADMIN_TOPIC, publish
from llmbattler.generation.contestants.service import describe
from llmbattler.library.schemas import StoredImage
from llmbattler.library.service import images

from ...conversation import latest, read_entries
from ...errors import ShareNotFound
from ...models import Battle, Mode, Status
from ...redaction import mask
from ...schemas import ImageRef, MessageOut, SidesOut
from .. import repository
from ..errors import FlagNotFound, NotPublishable
from ..models import Category, Flagged, FlagSource, FlagStatus, Where
from ..schemas import FlagCountsOut, FlagDetailsOut, FlaggedBattleOut, FlagOut, FlagsIn, FlagsOut, OwnerOut

_FLAGS = CursorCodec[UUID]("moderation.flags", UUID)
_ACTIONS = {FlagStatus.HIDDEN: "battle.hidden", FlagStatus.KEPT: "flag.kept", FlagStatus.OPEN: "flag.restored"}


async def is_hidden(session: Session, *, battle_id: UUID) -> bool:
    return await repository.find_hidden(session, battle_id)


async def check_publishable(session: Session, *, battle_id: UUID) -> None:
    if await repository.find_hidden(session, battle_id):
        raise NotPublishable


async def report(session: Session, *, token: str, reason: str | None) -> None:
    """Add a shared battle to the queue. Who reported it is not stored."""
    battle_id = await repository.find_shared(session, token)
    if battle_id is None:
        raise ShareNotFound
    await repository.add_report(
        session,
        {
            "battle_id": battle_id,
            "where": Where.BATTLE,
            "entry_id": "",
            "source": FlagSource.REPORT,
            "category": Category.OTHER,
            "excerpt": mask(" ".join((reason or "").split())),
        },
    )
    await publish(session, ADMIN_TOPIC, "moderation")


async def list_flags(session: Session, *, wanted: FlagsIn) -> FlagsOut:
    found = _FLAGS.find(wanted.cursor)
    before = None if found is None else found[0]
    rows = await repository.list_flags(session, status=wanted.status, before=before, limit=wanted.limit + 1)
    shown = [_show(flag, shared=shared) for flag, shared in rows[: wanted.limit]]
    counts = FlagCountsOut(**await repository.count_flags(session))
    more = len(rows) > wanted.limit
    return FlagsOut(flags=shown, next_cursor=_FLAGS.write(shown[-1].flag_id) if more else None, counts=counts)


async def get_flag(session: Session, *, flag_id: UUID) -> FlagDetailsOut:
    """Return a flag with the conversation as the public sees it: masked, with names only after the vote."""
    flag, battle = await _find(session, flag_id)
    shared = await repository.find_share(session, battle.battle_id)
    messages = await asyncio.to_thread(_show_messages, battle, f"/api/admin/moderation/flags/{flag_id}/images")
    return FlagDetailsOut(
        **_show(flag, shared=shared).model_dump(),
        battle=FlaggedBattleOut(
            mode=Mode(battle.mode),
            status=Status(battle.status),
            created_at=battle.created_at,
            hidden=await repository.find_hidden(session, battle.battle_id),
            messages=messages,
            revealed_models=await _reveal(session, battle),
        ),
        owner=await _find_owner(session, battle.owner),
    )


async def get_image(session: Session, *, flag_id: UUID, image_id: UUID) -> StoredImage:
    """Return an image of a flagged battle."""
    _, battle = await _find(session, flag_id)
    return await images.get_image_of_battle(session, battle_id=battle.battle_id, image_id=image_id)


async def hide(session: Session, *, actor: Visitor | str, flag_id: UUID) -> FlagOut:
    """Hide the battle from the public: its link, the examples, the texts of exports."""
    return await _decide(session, actor, flag_id, FlagStatus.HIDDEN)


async def keep(session: Session, *, actor: Visitor | str, flag_id: UUID) -> FlagOut:
    """Decide that the battle may stay public."""
    return await _decide(session, actor, flag_id, FlagStatus.KEPT)


async def restore(session: Session, *, actor: Visitor | str, flag_id: UUID) -> FlagOut:
    """Undo a decision: a hidden battle is public again, and the flag is open again."""
    return await _decide(session, actor, flag_id, FlagStatus.OPEN)


async def _decide(session: Session, actor: Visitor | str, flag_id: UUID, status: FlagStatus) -> FlagOut:
    flag, battle = await _find(session, flag_id)
    flags = await repository.lock_flags(session, battle.battle_id)
    before = FlagStatus(flag.status)
    if before is not status:
        decided_by = None if status is FlagStatus.OPEN else actor if isinstance(actor, str) else actor.owner
        changed = [one.flag_id for one in _affected(flags, flag, status)]
        await repository.update_flags(session, changed, status=status, decided_by=decided_by)
        await audit.record(
            session,
            actor=actor,
            action=_ACTIONS[status],
            subject=str(battle.battle_id),
            before={"status": before, "flags": changed},
            after={"status": status, "flags": changed},
        )
        await publish(session, ADMIN_TOPIC, "moderation")
        await session.refresh(flag)
    return _show(flag, shared=await repository.find_share(session, battle.battle_id))


def _affected(flags: Sequence[Flagged], flag: Flagged, status: FlagStatus) -> list[Flagged]:
    """Hiding affects all open flags of the battle; every other decision affects all hidden ones."""
    if status is FlagStatus.HIDDEN:
        return [one for one in flags if one is flag or one.status == FlagStatus.OPEN]
    return [one for one in flags if one is flag or flag.status == one.status == FlagStatus.HIDDEN]


async def _find(session: Session, flag_id: UUID) -> tuple[Flagged, Battle]:
    flag = await repository.get_flag(session, flag_id)
    battle = None if flag is None else await repository.get_battle(session, flag.battle_id)
    if flag is None or battle is None:
        raise FlagNotFound
    return flag, battle


async def _find_owner(session: Session, account_id: str) -> OwnerOut:
    standing = await blocks.find_account_status(session, account_id=account_id)
    if standing is None:
        return OwnerOut(account_id=account_id, kind=None, blocked=False)
    return OwnerOut(account_id=account_id, kind=standing.kind, blocked=standing.blocked)


async def _reveal(session: Session, battle: Battle) -> SidesOut | None:
    if battle.mode == Mode.BATTLE and battle.status != Status.VOTED:
        return None
    ids = [one for one in (battle.left_model_id, battle.right_model_id) if one is not None]
    known = await describe(session, ids=ids)
    names = [known[one].name for one in ids]
    return SidesOut(left=names[0], right=names[1] if len(names) > 1 else None)


def _show_messages(battle: Battle, image_base: str) -> list[MessageOut]:
    return [
        MessageOut(
            message_id=entry.id,
            role=entry.role,
            turn=entry.turn,
            text=mask(entry.content),
            position=entry.position,
            images=[ImageRef(image_id=image, url=f"{image_base}/{image}") for image in entry.images],
        )
        for entry in latest(read_entries(battle.conversation))
    ]


def _show(flag: Flagged, *, shared: bool) -> FlagOut:
    return FlagOut(
        flag_id=flag.flag_id,
        battle_id=flag.battle_id,
        where=Where(flag.where),
        message_id=flag.entry_id or None,
        source=FlagSource(flag.source),
        category=Category(flag.category),
        excerpt=flag.excerpt,
        times=flag.times,
        status=FlagStatus(flag.status),
        decided_by=flag.decided_by,
        decided_at=flag.decided_at,
        created_at=flag.created_at,
        shared=shared,
    )
