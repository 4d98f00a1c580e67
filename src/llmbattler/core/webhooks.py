"""Telling somebody's program what happened here. What it answers is read by nobody."""

import hashlib
import hmac
from datetime import datetime
from enum import StrEnum

import aiohttp

from . import clock
from .outbound import AddressRefused, BadAddress, Outbound, Policy

SIGNATURE = "X-Llmbattler-Signature"
SECONDS = 10.0
OK_BELOW = 300


class DeliveryResult(StrEnum):
    """All that is ever said of what became of a message."""

    SENT = "sent"
    REFUSED = "refused"
    """It was answered, but not that all is well."""
    UNREACHABLE = "unreachable"
    FORBIDDEN = "forbidden"
    """Its address is none that this site may call."""


def sign(body: bytes, secret: str, *, now: datetime) -> str:
    """Sign the time and the body, so that neither an old nor a changed message passes: `t=<seconds>,sha256=<hex>`."""
    stamp = str(int(now.timestamp()))
    digest = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={stamp},sha256={digest}"


async def post(url: str, body: bytes, *, secret: str | None, policy: Policy) -> DeliveryResult:
    """Send it once. Of the answer only the kind of its status is looked at."""
    headers = {"Content-Type": "application/json", "User-Agent": "llmbattler"}
    if secret:
        headers[SIGNATURE] = sign(body, secret, now=clock.now())
    outbound = Outbound(policy, seconds=SECONDS)
    try:
        async with outbound.request("POST", url, data=body, headers=headers) as answer:
            return DeliveryResult.SENT if answer.status < OK_BELOW else DeliveryResult.REFUSED
    except BadAddress:
        return DeliveryResult.FORBIDDEN
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        return DeliveryResult.FORBIDDEN if _is_refused(error) else DeliveryResult.UNREACHABLE
    finally:
        await outbound.close()


def _is_refused(error: BaseException | None) -> bool:
    """Whether the name led where this site does not call; aiohttp wraps what its resolver raises."""
    while error is not None and not isinstance(error, AddressRefused):
        error = getattr(error, "os_error", None) or error.__cause__
    return error is not None
