"""Moderation over HTTP: anybody may report; everything else is for moderators."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Response

from llmbattler.accounts import errors as accounts
from llmbattler.accounts.deps import Moderator, ModeratorOutsideUnit, Participant, limited, limited_staff
from llmbattler.accounts.service import blocks
from llmbattler.core.db import Database
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute
from llmbattler.library.deps import NEVER_CACHED, send_image
from llmbattler.library.errors import ImageNotFound

from ..errors import ShareNotFound
from ..schemas import NothingIn
from . import errors
from .schemas import FlagDetailsOut, FlagOut, FlagsIn, FlagsOut, ReportIn, StandingOut, WordIn, WordOut, WordsOut
from .service import flags, word_list

router = APIRouter(tags=["moderation"], route_class=StrictJsonRoute)

FLAGS = "/api/admin/moderation/flags"
WORDS = "/api/admin/moderation/words"
_WRITES = [limited_staff(RouteClass.WRITE)]
_DECIDES = explain(errors.FlagNotFound)
_BLOCKS = explain([accounts.PersonNotFound, blocks.NotAVisitor])
Token = Annotated[str, Path(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
AccountId = Annotated[str, Path(pattern=r"^[a-z]_[0-9a-f]{32}$")]


@router.post(
    "/api/shared/{token}/report",
    status_code=204,
    responses=explain(ShareNotFound),
    dependencies=[limited(RouteClass.WRITE)],
)
async def report_shared(token: Token, wanted: ReportIn, session: Unit, _: Participant) -> None:
    """Report a shared battle to the moderators."""
    await flags.report(session, token=token, reason=wanted.reason)


@router.get(FLAGS)
async def list_flags(session: Unit, _: Moderator, wanted: Annotated[FlagsIn, Query()]) -> FlagsOut:
    return await flags.list_flags(session, wanted=wanted)


@router.get(FLAGS + "/{flag_id}", responses=_DECIDES)
async def show_flag(flag_id: UUID, session: Unit, _: Moderator) -> FlagDetailsOut:
    """Return a flag with the conversation as the public sees it."""
    return await flags.get_flag(session, flag_id=flag_id)


@router.get(
    FLAGS + "/{flag_id}/images/{image_id}",
    response_class=Response,
    responses=explain([errors.FlagNotFound, ImageNotFound]),
)
async def show_flagged_image(
    flag_id: UUID, image_id: UUID, resources: FromResources, _: ModeratorOutsideUnit
) -> Response:
    async with resources.get(Database).unit() as session:
        image = await flags.get_image(session, flag_id=flag_id, image_id=image_id)
    return await send_image(resources, image, cache=NEVER_CACHED)


@router.post(FLAGS + "/{flag_id}/hide", responses=_DECIDES, dependencies=_WRITES)
async def hide_flagged(flag_id: UUID, session: Unit, moderator: Moderator, _: NothingIn | None = None) -> FlagOut:
    """Hide the battle from sharing, examples and the texts of exports."""
    return await flags.hide(session, actor=moderator, flag_id=flag_id)


@router.post(FLAGS + "/{flag_id}/keep", responses=_DECIDES, dependencies=_WRITES)
async def keep_flagged(flag_id: UUID, session: Unit, moderator: Moderator, _: NothingIn | None = None) -> FlagOut:
    """Decide that the battle may stay public."""
    return await flags.keep(session, actor=moderator, flag_id=flag_id)


@router.post(FLAGS + "/{flag_id}/restore", responses=_DECIDES, dependencies=_WRITES)
async def restore_flagged(flag_id: UUID, session: Unit, moderator: Moderator, _: NothingIn | None = None) -> FlagOut:
    """Undo the decision."""
    return await flags.restore(session, actor=moderator, flag_id=flag_id)


@router.get(WORDS)
async def list_words(session: Unit, _: Moderator) -> WordsOut:
    return await word_list.list_words(session)


@router.post(WORDS, status_code=201, responses=explain([errors.WordListed, errors.ListFull]), dependencies=_WRITES)
async def add_word(wanted: WordIn, session: Unit, moderator: Moderator) -> WordOut:
    return await word_list.add_word(session, actor=moderator, wanted=wanted)


@router.delete(WORDS + "/{word_id}", status_code=204, responses=explain(errors.WordNotFound), dependencies=_WRITES)
async def remove_word(word_id: UUID, session: Unit, moderator: Moderator) -> None:
    await word_list.remove_word(session, actor=moderator, word_id=word_id)


@router.post("/api/admin/visitors/{account_id}/block", responses=_BLOCKS, dependencies=_WRITES)
async def block_visitor(
    account_id: AccountId, session: Unit, moderator: Moderator, _: NothingIn | None = None
) -> StandingOut:
    """Stop a visitor from starting battles, voting, uploading and sharing."""
    standing = await blocks.block(session, actor=moderator, account_id=account_id)
    return StandingOut(account_id=standing.account_id, kind=standing.kind, blocked=standing.blocked)


@router.post("/api/admin/visitors/{account_id}/unblock", responses=_BLOCKS, dependencies=_WRITES)
async def unblock_visitor(
    account_id: AccountId, session: Unit, moderator: Moderator, _: NothingIn | None = None
) -> StandingOut:
    standing = await blocks.unblock(session, actor=moderator, account_id=account_id)
    return StandingOut(account_id=standing.account_id, kind=standing.kind, blocked=standing.blocked)
