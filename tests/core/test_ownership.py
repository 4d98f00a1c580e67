from collections.abc import AsyncIterator
from typing import Any

import pytest

from llmbattler.core import ownership
from llmbattler.core.db import Database, Session
from llmbattler.core.manifests import Manifest
from llmbattler.core.ownership import OwnedData, erase_all_owned, list_owned, move_all_owned

done: list[tuple[str, ...]] = []


def _make(name: str) -> OwnedData:
    async def export(_: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
        yield {"owner": owner}

    async def erase(_: Session, owner: str) -> None:
        done.append(("erase", name, owner))

    async def move(_: Session, source: str, target: str) -> None:
        done.append(("move", name, source, target))

    return OwnedData(name, export, erase, move)


LETTERS, NOTES = _make("letters"), _make("notes")


@pytest.fixture
def two_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = {"slice:letters": LETTERS, "slice:notes": NOTES}
    manifests = [Manifest(name=name, owned_data=(f"slice:{name}",)) for name in ("letters", "notes")]
    monkeypatch.setattr(ownership, "list_manifests", lambda: manifests)
    monkeypatch.setattr(ownership, "load", declared.__getitem__)
    done.clear()


@pytest.mark.usefixtures("two_slices")
async def test_what_every_slice_keeps_of_a_person_is_moved_and_erased(database: Database) -> None:
    async with database.unit() as session:
        await move_all_owned(session, source="visitor", target="account")
        await erase_all_owned(session, owner="account")
    assert done == [
        ("move", "letters", "visitor", "account"),
        ("move", "notes", "visitor", "account"),
        ("erase", "letters", "account"),
        ("erase", "notes", "account"),
    ]


def test_every_kind_of_owned_data_has_its_own_file_in_an_export() -> None:
    names = [data.name for data in list_owned()]
    assert "sessions" in names
    assert len(names) == len(set(names))
