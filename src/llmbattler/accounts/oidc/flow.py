"""The redirect to the provider and back. No unit of work is open while the provider is called."""

from dataclasses import dataclass
from datetime import datetime

from authlib.common.security import generate_token

from llmbattler.core.db import Database
from llmbattler.core.settings import Settings

from ..authentication.service.sign_ins import Device, SignedIn
from ..schemas import Visitor
from . import service
from .errors import NotSignedIn, StrangeAnswer
from .provider import Provider
from .trips import LoginState, local_page

SECRET_LETTERS = 43
VERIFIER_LETTERS = 64
"""RFC 7636 wants 43 to 128."""


@dataclass(frozen=True, slots=True)
class Returned:
    """What the provider sent the browser back with."""

    code: str | None
    state: str
    issuer: str | None = None
    error: str | None = None


async def begin(provider: Provider, *, page: str, now: datetime) -> tuple[LoginState, str]:
    """Return the state cookie and the provider's address."""
    trip = LoginState(
        state=generate_token(SECRET_LETTERS),
        nonce=generate_token(SECRET_LETTERS),
        verifier=generate_token(VERIFIER_LETTERS),
        page=local_page(page),
        begun=int(now.timestamp()),
    )
    return trip, await provider.write_address(trip)


async def finish(
    provider: Provider,
    database: Database,
    settings: Settings,
    *,
    trip: LoginState,
    returned: Returned,
    visitor: Visitor,
    device: Device,
) -> SignedIn:
    """Check the provider's answer, fetch the identity and sign in."""
    await provider.check_issuer(returned.issuer)
    if returned.error is not None or not returned.code:
        raise NotSignedIn
    claims = await provider.exchange(returned.code, trip)
    async with database.unit() as session:
        return await service.let_in(
            session, claims=claims, issuer=provider.issuer, visitor=visitor, device=device, settings=settings
        )


def check_state(trip: LoginState | None, state: str, now: datetime) -> LoginState:
    """Refuse an answer to a sign-in that this browser did not start."""
    if trip is None or not trip.fits(state, now):
        raise StrangeAnswer
    return trip
