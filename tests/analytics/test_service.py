from collections.abc import Mapping

import pytest

from llmbattler.analytics import repository, service
from llmbattler.core.db import Database, Session

QUIET = {
    "model_id": "quiet",
    "name": "Quiet",
    "status": "active",
    "health": "unknown",
    "calls": 0,
    "failures": 0,
    "first_token_ms": None,
    "spent_micro_usd": 0,
}
BUSY = {**QUIET, "model_id": "busy", "calls": 8, "failures": 2, "first_token_ms": 149.6, "spent_micro_usd": 7}


async def test_a_model_without_calls_has_no_error_rate(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def list_model_activity(_: Session) -> list[Mapping[str, object]]:
        return [BUSY, QUIET]

    monkeypatch.setattr(repository, "list_model_activity", list_model_activity)
    async with database.unit() as session:
        shown = await service.show_overview(session)
    busy, quiet = shown.models
    assert (busy.error_rate, busy.first_token_ms, busy.spent_micro_usd) == (0.25, 150, 7)
    assert (quiet.error_rate, quiet.first_token_ms) == (None, None)
    assert (len(shown.hours), len(shown.days)) == (service.HOURS + 1, service.DAYS + 1)
    assert shown.hours[-1].at <= shown.now
