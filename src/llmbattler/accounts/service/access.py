"""Whether somebody may view an object of any kind. The slices that own the objects answer, through their manifests."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from llmbattler.core.db import Session
from llmbattler.core.manifests import list_shareables, load
from llmbattler.core.settings import Settings

from ..errors import UnknownKind
from ..schemas import Visitor

MayView: TypeAlias = Callable[[Session, Settings, Visitor, str], Awaitable[bool]]


async def may_view(session: Session, *, settings: Settings, viewer: Visitor, kind: str, object_id: str) -> bool:
    """Return false also for objects that do not exist: nobody learns which ids exist. Raises `UnknownKind`."""
    kinds = list_shareables()
    if kind not in kinds:
        raise UnknownKind(f"Known kinds: {', '.join(sorted(kinds))}.")
    decide: MayView = load(kinds[kind].may_view)
    return await decide(session, settings, viewer, object_id)
