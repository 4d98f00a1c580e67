import json
from datetime import datetime, timedelta, timezone

from llmbattler.catalog.alerts import webhook
from llmbattler.catalog.alerts.models import Alert, AlertLevel


def test_the_body_says_what_happened_when_and_where() -> None:
    at = datetime(2026, 11, 15, 12, tzinfo=timezone(timedelta(hours=2)))
    alert = Alert(kind="budget.reached", subject="site", message="Full.", level=AlertLevel.CRITICAL, created_at=at)
    assert json.loads(webhook.write_body(alert, site="https://arena.example.org")) == {
        "kind": "budget.reached",
        "subject": "site",
        "message": "Full.",
        "level": "critical",
        "at": "2026-11-15T10:00:00+00:00",
        "site": "https://arena.example.org",
    }
