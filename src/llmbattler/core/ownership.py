"""Personal data: each slice registers how to export, erase and move what it stores of a person."""

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
    """One kind of personal data."""

    name: str
    """The name of its file in an export: `sessions`."""
    export: Export
    """Yield everything of an owner as plain records, without secrets and without what is hidden from them."""
    erase: Erase
    """Delete it, or remove the link to the owner where the site keeps it, as with votes."""
    move: Move
    """Move everything from the first owner to the second."""


def list_owned() -> tuple[OwnedData, ...]:
    """Return the owned data of all slices."""
    return tuple(load(reference) for manifest in list_manifests() for reference in manifest.owned_data)


async def move_all_owned(session: Session, *, source: str, target: str) -> None:
    for data in list_owned():
        await data.move(session, source, target)


async def erase_all_owned(session: Session, *, owner: str) -> None:
    for data in list_owned():
        await data.erase(session, owner)
