"""The ways in that take a password. Argon2 needs time, so no unit of work is open while it runs."""

from dataclasses import dataclass

from llmbattler.core import clock
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

from ..access_tokens import LIFETIME, AccessClaims, write_access_token
from ..errors import BadToken, WrongPassword
from ..passwords import check_strength, hash_password, needs_rehash, verify_password
from ..schemas import Visitor
from . import service
from .company import refuse_company
from .guessing import SIGN_UPS, Guessing, forgive, reserve, reserve_guess
from .schemas import ResetIn, SetupIn, SignInIn, SignUpIn, TokensOut
from .service import Device, Entered


@dataclass(frozen=True, slots=True)
class Entrance:
    """What the ways in need of the process."""

    database: Database
    key: SigningKey
    settings: Settings

    def guessing(self, email: str, network: str) -> Guessing:
        return Guessing(self.key, email, network)


async def sign_up(entrance: Entrance, *, wanted: SignUpIn, visitor: Visitor, network: str) -> None:
    """Make an account if the address is free; takes as long and says the same if it is not."""
    service.check_open(entrance.settings, invited=wanted.invitation is not None)
    refuse_company(entrance.settings, wanted.email)
    password = wanted.password.get_secret_value()
    check_strength(password, email=wanted.email)
    async with entrance.database.unit() as session:
        await reserve(session, guessing=entrance.guessing("", network), what="sign-up", bound=SIGN_UPS)
    hashed = await hash_password(password)
    async with entrance.database.unit() as session:
        await service.sign_up(
            session,
            visitor=visitor,
            email=wanted.email,
            name=wanted.name,
            password_hash=hashed,
            invitation=wanted.invitation.get_secret_value() if wanted.invitation else None,
        )


async def sign_in(entrance: Entrance, *, wanted: SignInIn, device: Device, network: str) -> Entered:
    refuse_company(entrance.settings, wanted.email)
    password = wanted.password.get_secret_value()
    guessing = entrance.guessing(wanted.email, network)
    async with entrance.database.unit() as session:
        await reserve_guess(session, guessing=guessing)
        stored = await service.find_password(session, email=wanted.email)
    if not await verify_password(password, stored) or stored is None:
        raise WrongPassword
    fresh = await hash_password(password) if needs_rehash(stored) else None
    async with entrance.database.unit() as session:
        entered = await service.enter_by_email(
            session, email=wanted.email, checked_hash=stored, fresh_hash=fresh, device=device
        )
        if entered is None:
            raise WrongPassword
        await forgive(session, guessing=guessing)
    return entered


async def set_up(entrance: Entrance, *, wanted: SetupIn, visitor: Visitor, device: Device) -> Entered:
    password = wanted.password.get_secret_value()
    check_strength(password, email=wanted.email)
    hashed = await hash_password(password)
    async with entrance.database.unit() as session:
        return await service.set_up(
            session,
            secret=wanted.secret.get_secret_value(),
            visitor=visitor,
            email=wanted.email,
            name=wanted.name,
            password_hash=hashed,
            device=device,
        )


async def reset(entrance: Entrance, *, wanted: ResetIn) -> None:
    password = wanted.password.get_secret_value()
    check_strength(password, email="")
    hashed = await hash_password(password)
    async with entrance.database.unit() as session:
        await service.choose_password(
            session, secret=wanted.secret.get_secret_value(), password_hash=hashed, settings=entrance.settings
        )


async def refresh(entrance: Entrance, *, secret: str) -> TokensOut:
    async with entrance.database.unit() as session:
        renewed = await service.refresh(session, secret=secret)
    if renewed is None:
        # Outside of the unit: that the stolen sign-in ended must be kept.
        raise BadToken("It was used before; for safety this sign-in has ended.")
    account_id, fresh, sign_in_id = renewed
    return write_tokens(entrance, AccessClaims(account_id, sign_in_id), fresh)


def write_tokens(entrance: Entrance, claims: AccessClaims, refresh_token: str) -> TokensOut:
    return TokensOut(
        access_token=write_access_token(entrance.key, claims, now=clock.now()),
        refresh_token=refresh_token,
        expires_in=int(LIFETIME.total_seconds()),
    )
