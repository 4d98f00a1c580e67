"""The body of the webhook request that carries an alert."""

import json
from datetime import UTC

from .models import Alert


def write_body(alert: Alert, *, site: str) -> bytes:
    return json.dumps(
        {
            "kind": alert.kind,
            "subject": alert.subject,
            "message": alert.message,
            "level": alert.level,
            "at": alert.created_at.astimezone(UTC).isoformat(),
            "site": site,
        }
    ).encode()
