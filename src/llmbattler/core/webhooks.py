"""Send events to webhooks. The body of the answer is not read."""

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
    """What became of a message; nothing else of the answer is shown."""

    SENT = "sent"
    REFUSED = "refused"
    """The answer had an error status."""
    UNREACHABLE = "unreachable"
    FORBIDDEN = "forbidden"
    """This site may not call the address."""


def sign(body: bytes, secret: str, *, now: datetime) -> str:
    """Sign time and body, against replay and change: `t=<seconds>,sha256=<hex>`."""
    stamp = str(int(now.timestamp()))
    digest = hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={stamp},sha256={digest}"


async def post(url: str, body: bytes, *, secret: str | None, policy: Policy) -> DeliveryResult:
    """Send a message once. Of the answer only the status is read."""
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
    """Whether the resolver refused the address; aiohttp wraps its error."""
    while error is not None and not isinstance(error, AddressRefused):
        error = getattr(error, "os_error", None) or error.__cause__
    return error is not None
