"""Sending an alert to the address in the settings. What it answers is read by nobody."""

import hashlib
import hmac
import json
from datetime import UTC, datetime

import aiohttp

from llmbattler.core.outbound import AddressRefused, BadAddress, Outbound, Policy

from .models import Alert, Delivery

SIGNATURE = "X-Llmbattler-Signature"
SECONDS = 10.0
OK_BELOW = 300


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


def sign(body: bytes, secret: str, *, now: datetime) -> str:
    """Sign the time and the body, so that neither an old nor a changed message passes: `t=<seconds>,sha256=<hex>`."""
    stamp = str(int(now.timestamp()))
    digest = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={stamp},sha256={digest}"


async def post(url: str, body: bytes, *, secret: str | None, policy: Policy) -> Delivery:
    """Send it once. Of the answer only the kind of its status is looked at."""
    headers = {"Content-Type": "application/json", "User-Agent": "llmbattler"}
    if secret:
        headers[SIGNATURE] = sign(body, secret, now=datetime.now(UTC))
    outbound = Outbound(policy, seconds=SECONDS)
    try:
        async with outbound.request("POST", url, data=body, headers=headers) as answer:
            return Delivery.SENT if answer.status < OK_BELOW else Delivery.REFUSED
    except BadAddress:
        return Delivery.FORBIDDEN
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        return Delivery.FORBIDDEN if _is_refused(error) else Delivery.UNREACHABLE
    finally:
        await outbound.close()


def _is_refused(error: BaseException | None) -> bool:
    """Whether the name led where this site does not call; aiohttp wraps what its resolver raises."""
    while error is not None and not isinstance(error, AddressRefused):
        error = getattr(error, "os_error", None) or error.__cause__
    return error is not None
