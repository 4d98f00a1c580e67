"""The redirect to the provider and back. No unit of work is open while the provider is called."""

from dataclasses import dataclass
from datetime import datetime

from authlib.common.security import generate_token

from llmbattler.core.db import Database
from llmbattler.core.settings import Settings

from ..authentication.service.sign_ins import Device, SignedIn
from ..schemas import Visitor
from . import service
from .errors import NotSignedIn, UnknownLogin
from .login_state import LoginState, local_page
from .provider import Provider

SECRET_LETTERS = 43
VERIFIER_LETTERS = 64
"""RFC 7636 wants 43 to 128."""


@dataclass(frozen=True, slots=True)
class CallbackParams:
    """The query parameters of the provider's redirect to the callback."""

    code: str | None
    state: str
    issuer: str | None = None
    error: str | None = None


async def begin(provider: Provider, *, page: str, now: datetime) -> tuple[LoginState, str]:
    """Return the state cookie and the provider's address."""
    login = LoginState(
        state=generate_token(SECRET_LETTERS),
        nonce=generate_token(SECRET_LETTERS),
        verifier=generate_token(VERIFIER_LETTERS),
        page=local_page(page),
        started_at=int(now.timestamp()),
    )
    return login, await provider.write_address(login)


async def finish(
    provider: Provider,
    database: Database,
    settings: Settings,
    *,
    login: LoginState,
    params: CallbackParams,
    visitor: Visitor,
    device: Device,
) -> SignedIn:
    """Check the provider's answer, fetch the identity and sign in."""
    await provider.check_issuer(params.issuer)
    if params.error is not None or not params.code:
        raise NotSignedIn
    claims = await provider.exchange(params.code, login)
    async with database.unit() as session:
        return await service.sign_in_with_claims(
            session, claims=claims, issuer=provider.issuer, visitor=visitor, device=device, settings=settings
        )


def check_state(login: LoginState | None, state: str, now: datetime) -> LoginState:
    """Refuse an answer to a sign-in that this browser did not start."""
    if login is None or not login.fits(state, now):
        raise UnknownLogin
    return login
