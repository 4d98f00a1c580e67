"""Whether somebody may view an object or follow a live topic. The slices that own them answer, through manifests."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from llmbattler.core.db import Session
from llmbattler.core.manifests import list_shareables, list_topics, load
from llmbattler.core.settings import Settings

from ..errors import UnknownKind
from ..schemas import Visitor

MayView: TypeAlias = Callable[[Session, Settings, Visitor, str], Awaitable[bool]]


async def may_follow(session: Session, *, settings: Settings, viewer: Visitor, topic: str) -> bool:
    """Whether somebody may follow a live topic. Return false also for topics and objects that do not exist."""
    name, mark, object_id = topic.partition(":")
    known = list_topics().get(name)
    if known is None:
        return False
    if known.may_follow is None:
        return not mark
    decide: MayView = load(known.may_follow)
    return await decide(session, settings, viewer, object_id)


async def may_view(session: Session, *, settings: Settings, viewer: Visitor, kind: str, object_id: str) -> bool:
    """Return false also for objects that do not exist: nobody learns which ids exist. Raises `UnknownKind`."""
    kinds = list_shareables()
    if kind not in kinds:
        raise UnknownKind(f"Known kinds: {', '.join(sorted(kinds))}.")
    decide: MayView = load(kinds[kind].may_view)
    return await decide(session, settings, viewer, object_id)
