"""The personal data export: a ZIP file with one JSON-lines file for each kind of data."""

import json
import zipfile
from collections.abc import AsyncIterator
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import IO, Any
from uuid import UUID

from llmbattler.core.db import Session
from llmbattler.core.ownership import list_owned

from ...repository import get_account
from ..repository import list_sign_ins, list_tokens

READ_ME = """Everything that this site stores about you: one file for each kind of data, one JSON object per line.
The names of models are left out where you have not voted yet.
"""


async def write_export(session: Session, *, owner: str, file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", READ_ME)
        await _write(archive, "account", _describe(session, owner))
        for data in list_owned():
            await _write(archive, data.name, data.export(session, owner))


async def _write(archive: zipfile.ZipFile, name: str, records: AsyncIterator[dict[str, Any]]) -> None:
    with archive.open(f"{name}.jsonl", "w") as entry:
        async for record in records:
            entry.write(json.dumps(record, default=_plain, ensure_ascii=False).encode() + b"\n")


async def _describe(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    account = await get_account(session, owner)
    if account is not None:
        yield {
            "account_id": account.account_id,
            "kind": account.kind,
            "name": account.name,
            "email": account.email,
            "created_at": account.created_at,
            "last_seen_at": account.last_seen_at,
        }
    for one in await list_sign_ins(session, owner):
        yield {"sign_in": one.kind, "device": one.device, "address": one.address, "created_at": one.created_at}
    for token in await list_tokens(session, owner):
        yield {"token": token.name, "scopes": token.scopes, "created_at": token.created_at}


def _plain(value: object) -> str:
    match value:
        case UUID() | Decimal() | StrEnum():
            return str(value)
        case datetime() | date():
            return value.isoformat()
        case _:
            raise TypeError(f"{type(value).__name__} has no place in an export")
