from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

from pydantic import SecretStr
from sqlalchemy import select

from llmbattler.accounts.models import AccountKind, AuditEntry
from llmbattler.accounts.schemas import Person
from llmbattler.accounts.service.audit import changes, record
from llmbattler.core.db import Database


def test_changes_holds_only_what_differs() -> None:
    before = {"name": "A", "kind": "member", "gone": 1}
    after = {"name": "B", "kind": "member", "new": 2}
    assert changes(before, after) == ({"name": "A", "gone": 1, "new": None}, {"name": "B", "gone": None, "new": 2})


async def test_an_entry_is_stored_as_plain_json_without_secrets(database: Database) -> None:
    facts = {
        "key": SecretStr("sk-1"),
        "kind": AccountKind.ADMIN,
        "id": UUID(int=1),
        "price": Decimal("0.10"),
        "at": datetime(2026, 1, 2, tzinfo=UTC),
        "more": {"keys": [SecretStr("sk-2")]},
    }
    async with database.unit() as session:
        actor = Person("m_1", AccountKind.ADMIN)
        await record(session, actor=actor, action="model.changed", subject="one", after=facts)
    async with database.unit() as session:
        entry = (await session.execute(select(AuditEntry))).scalar_one()
        assert (entry.actor, entry.action, entry.subject, entry.before) == ("m_1", "model.changed", "one", {})
        assert entry.after == {
            "key": "secret",
            "kind": "admin",
            "id": "00000000-0000-0000-0000-000000000001",
            "price": "0.10",
            "at": "2026-01-02T00:00:00+00:00",
            "more": {"keys": ["secret"]},
        }
