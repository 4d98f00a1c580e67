"""What people own. Each slice says how to export, erase and move what it keeps of a person."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from .db import Session
from .manifests import list_manifests, load

Export: TypeAlias = Callable[[Session, str], AsyncIterator[dict[str, Any]]]
Erase: TypeAlias = Callable[[Session, str], Awaitable[None]]
Move: TypeAlias = Callable[[Session, str, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class OwnedData:
    """One kind of thing that people own."""

    name: str
    """The name of its file in an export: `sessions`."""
    export: Export
    """Give everything of an owner as plain records, without anything hidden from them and without secrets."""
    erase: Erase
    """Delete it, or cut it loose where it is the site's by now, as votes are."""
    move: Move
    """Give everything of the first owner to the second."""


def list_owned() -> tuple[OwnedData, ...]:
    """Give what all slices declare in their manifests."""
    return tuple(load(reference) for manifest in list_manifests() for reference in manifest.owned_data)


async def move_all_owned(session: Session, *, source: str, target: str) -> None:
    for data in list_owned():
        await data.move(session, source, target)


async def erase_all_owned(session: Session, *, owner: str) -> None:
    for data in list_owned():
        await data.erase(session, owner)
