"""Find the person behind a cookie or token. Read from the database each time, so that ending one works at once."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from llmbattler.core import clock
from llmbattler.core.db import Session
from llmbattler.core.signing import SigningKey

from .. import repository
from ..access_tokens import read_access_token
from ..errors import BadToken, SignedOut
from ..models import Account, Scope, SignInKind
from ..opaque import Prefix, hash_secret
from ..schemas import EVERY_SCOPE, Person

SEEN_INTERVAL = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class PresentedCredentials:
    """The credentials of a request. If there are two, only the token counts."""

    bearer: str | None = None
    session: str | None = None

    @property
    def any(self) -> bool:
        return self.bearer is not None or self.session is not None


async def identify(session: Session, *, presented: PresentedCredentials, key: SigningKey) -> Person:
    """Return the person, or refuse; a wrong credential is never treated as a visitor."""
    if presented.bearer is None:
        return await _by_cookie(session, presented.session or "")
    if presented.bearer.startswith(Prefix.TOKEN):
        return await _by_api_token(session, presented.bearer)
    return await _by_access_token(session, presented.bearer, key)


async def touch(session: Session, *, person: Person) -> None:
    """Store that the account and its credential were used now, if the stored time is old."""
    if person.last_seen_due and person.credential is not None:
        await repository.update_account_seen(session, person.account_id)
        await repository.update_sign_in_seen(session, person.credential)
        await repository.update_token_seen(session, person.credential)


async def note_admin_view(session: Session, *, person: Person) -> None:
    """Record that somebody saw admin figures, which could reveal the models of a blind battle."""
    await repository.update_admin_seen(session, person.account_id)


async def _by_cookie(session: Session, secret: str) -> Person:
    found = await repository.find_sign_in_by_secret(session, hash_secret(secret))
    if found is None or found.SignIn.kind != SignInKind.BROWSER:  # a program's refresh token is no cookie
        raise SignedOut
    sign_in, account = found
    return _person(account, credential=sign_in.sign_in_id, last=sign_in.last_seen_at)


async def _by_access_token(session: Session, text: str, key: SigningKey) -> Person:
    claims = read_access_token(key, text)
    found = None if claims is None else await repository.find_sign_in_by_id(session, claims.sign_in_id)
    if found is None or claims is None or found.Account.account_id != claims.account_id:
        raise BadToken
    sign_in, account = found
    return _person(account, credential=sign_in.sign_in_id, last=sign_in.last_seen_at)


async def _by_api_token(session: Session, secret: str) -> Person:
    found = await repository.find_token(session, hash_secret(secret))
    if found is None:
        raise BadToken
    token, account = found
    scopes = frozenset(Scope(word) for word in token.scopes)
    return _person(account, credential=token.token_id, last=token.last_used_at, scopes=scopes)


def _person(
    account: Account, *, credential: UUID, last: datetime | None, scopes: frozenset[Scope] = EVERY_SCOPE
) -> Person:
    return Person(
        account_id=account.account_id,
        kind=account.kind,
        scopes=scopes,
        credential=credential,
        name=account.name,
        email=account.email,
        admin_seen_at=account.admin_seen_at,
        last_seen_due=last is None or clock.now() - last >= SEEN_INTERVAL,
    )
