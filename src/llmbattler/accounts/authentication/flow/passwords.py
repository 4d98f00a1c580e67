"""Sign-up and sign-in with a password. No unit of work is open while Argon2 runs."""

from dataclasses import dataclass

from llmbattler.core import clock
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

from ...access_tokens import LIFETIME, AccessClaims, write_access_token
from ...errors import BadToken, WrongPassword
from ...passwords import check_strength, hash_password, needs_rehash, verify_password
from ...schemas import Visitor
from ..company import refuse_company
from ..schemas import ResetIn, SetupIn, SignInIn, SignUpIn, TokensOut
from ..service import sign_ins
from ..service.guess_limits import SIGN_UPS, GuessLimits, reserve, reserve_guess, reset_guesses
from ..service.sign_ins import Device, SignedIn


@dataclass(frozen=True, slots=True)
class Authentication:
    """What signing in needs from the process."""

    database: Database
    key: SigningKey
    settings: Settings

    def limits(self, email: str, network: str) -> GuessLimits:
        return GuessLimits(self.key, email, network)


async def sign_up(authentication: Authentication, *, wanted: SignUpIn, visitor: Visitor, network: str) -> None:
    """Create an account if the address is free; same time and same answer if it is not."""
    sign_ins.check_open(authentication.settings, invited=wanted.invitation is not None)
    refuse_company(authentication.settings, wanted.email)
    password = wanted.password.get_secret_value()
    check_strength(password, email=wanted.email)
    async with authentication.database.unit() as session:
        await reserve(session, limits=authentication.limits("", network), what="sign-up", bound=SIGN_UPS)
    hashed = await hash_password(password)
    async with authentication.database.unit() as session:
        await sign_ins.sign_up(
            session,
            visitor=visitor,
            email=wanted.email,
            name=wanted.name,
            password_hash=hashed,
            invitation=wanted.invitation.get_secret_value() if wanted.invitation else None,
        )


async def sign_in(authentication: Authentication, *, wanted: SignInIn, device: Device, network: str) -> SignedIn:
    refuse_company(authentication.settings, wanted.email)
    password = wanted.password.get_secret_value()
    limits = authentication.limits(wanted.email, network)
    async with authentication.database.unit() as session:
        await reserve_guess(session, limits=limits)
        stored = await sign_ins.find_password(session, email=wanted.email)
    if not await verify_password(password, stored) or stored is None:
        raise WrongPassword
    fresh = await hash_password(password) if needs_rehash(stored) else None
    async with authentication.database.unit() as session:
        signed_in = await sign_ins.create_sign_in_by_email(
            session, email=wanted.email, checked_hash=stored, fresh_hash=fresh, device=device
        )
        if signed_in is None:
            raise WrongPassword
        await reset_guesses(session, limits=limits)
    return signed_in


async def set_up(authentication: Authentication, *, wanted: SetupIn, visitor: Visitor, device: Device) -> SignedIn:
    password = wanted.password.get_secret_value()
    check_strength(password, email=wanted.email)
    hashed = await hash_password(password)
    async with authentication.database.unit() as session:
        return await sign_ins.set_up(
            session,
            secret=wanted.secret.get_secret_value(),
            visitor=visitor,
            email=wanted.email,
            name=wanted.name,
            password_hash=hashed,
            device=device,
        )


async def reset(authentication: Authentication, *, wanted: ResetIn) -> None:
    password = wanted.password.get_secret_value()
    check_strength(password, email="")
    hashed = await hash_password(password)
    async with authentication.database.unit() as session:
        await sign_ins.reset_password(
            session, secret=wanted.secret.get_secret_value(), password_hash=hashed, settings=authentication.settings
        )


async def refresh(authentication: Authentication, *, secret: str) -> TokensOut:
    async with authentication.database.unit() as session:
        renewed = await sign_ins.refresh(session, secret=secret)
    if renewed is None:
        # After the unit: ending the stolen sign-in has to be committed.
        raise BadToken("It was used before; for safety this sign-in has ended.")
    account_id, fresh, sign_in_id = renewed
    return write_tokens(authentication, AccessClaims(account_id, sign_in_id), fresh)


def write_tokens(authentication: Authentication, claims: AccessClaims, refresh_token: str) -> TokensOut:
    return TokensOut(
        access_token=write_access_token(authentication.key, claims, now=clock.now()),
        refresh_token=refresh_token,
        expires_in=int(LIFETIME.total_seconds()),
    )
