"""What people change about their own account."""

from datetime import timedelta
from uuid import UUID

from llmbattler.core.db import Session, get_transaction_time
from llmbattler.core.ownership import erase_all_owned

from ...authentication.service.sign_ins import delete_links
from ...errors import EmailTaken, LastAdmin, NeedsScope, SignInNotFound, TokenNotFound, TooManyTokens, WrongPassword
from ...models import AccountKind, ApiToken, Scope
from ...opaque import Prefix, hash_secret, hint_of, make_secret
from ...repository import delete_sign_ins, lock_account, update_email
from ...schemas import Person
from ...service import audit
from .. import repository
from ..schemas import NewTokenOut, ProfileIn, SignInOut, SignInsOut, TokenIn, TokenOut, TokensListOut

MOST_TOKENS = 50


async def change_profile(session: Session, *, person: Person, wanted: ProfileIn, checked_hash: str | None) -> None:
    """Change name and email address; a new address needs the hash of the password that was just checked."""
    account = await lock_account(session, person.account_id)
    assert account is not None  # noqa: S101 - recognized in this request
    before = {"name": account.name, "email": account.email}
    if wanted.name is not None:
        account.name = wanted.name
    if wanted.email is not None and wanted.email != account.email:
        if checked_hash is None or account.password_hash != checked_hash:
            raise WrongPassword("Enter your password to change the email address.")
        if not await update_email(session, account, wanted.email):
            raise EmailTaken
        await delete_links(session, account_id=account.account_id)
    old, new = audit.changes(before, {"name": account.name, "email": account.email})
    if new:
        await audit.record(
            session, actor=person, action="person.changed", subject=person.account_id, before=old, after=new
        )


async def change_password(session: Session, *, person: Person, checked_hash: str, password_hash: str) -> None:
    """Set a new password, which ends every other sign-in and every link."""
    account = await lock_account(session, person.account_id)
    if account is None or account.password_hash != checked_hash:
        raise WrongPassword
    account.password_hash = password_hash
    account.reset_asked_at = None
    await delete_sign_ins(session, account.account_id, but=person.credential)
    await delete_links(session, account_id=account.account_id)
    await audit.record(session, actor=person, action="person.password_changed", subject=person.account_id)


async def list_sign_ins(session: Session, *, person: Person) -> SignInsOut:
    found = await repository.list_sign_ins(session, person.account_id)
    return SignInsOut(
        sign_ins=[
            SignInOut(
                sign_in_id=one.sign_in_id,
                kind=one.kind,
                device=one.device,
                address=one.address,
                created_at=one.created_at,
                last_seen_at=one.last_seen_at,
                expires_at=one.expires_at,
                current=one.sign_in_id == person.credential,
            )
            for one in found
        ]
    )


async def end_sign_in(session: Session, *, person: Person, sign_in_id: UUID) -> None:
    if not await repository.delete_sign_in(session, person.account_id, sign_in_id):
        raise SignInNotFound


async def end_other_sign_ins(session: Session, *, person: Person) -> None:
    await delete_sign_ins(session, person.account_id, but=person.credential)


async def list_tokens(session: Session, *, account_id: str) -> TokensListOut:
    return TokensListOut(tokens=[_show(token) for token in await repository.list_tokens(session, account_id)])


async def make_token(session: Session, *, person: Person, wanted: TokenIn) -> NewTokenOut:
    """Create a token. A token cannot create one with more scopes than its own."""
    if not person.scopes.issuperset(wanted.scopes):
        raise NeedsScope("A token cannot hand out more than it has.")
    if Scope.ADMIN in wanted.scopes and not person.kind.includes(AccountKind.MODERATOR):
        raise NeedsScope(f"The scope `{Scope.ADMIN}` is for moderators and admins.")
    if len(await repository.list_tokens(session, person.account_id)) >= MOST_TOKENS:
        raise TooManyTokens
    secret = make_secret(Prefix.TOKEN)
    now = await get_transaction_time(session)
    token = await repository.add_token(
        session,
        ApiToken(
            account_id=person.account_id,
            name=wanted.name,
            hint=hint_of(secret),
            secret_hash=hash_secret(secret),
            scopes=[scope.value for scope in wanted.scopes],
            expires_at=None if wanted.days is None else now + timedelta(days=wanted.days),
        ),
    )
    facts = {"name": token.name, "scopes": wanted.scopes, "expires_at": token.expires_at}
    await audit.record(session, actor=person, action="token.made", subject=str(token.token_id), after=facts)
    return NewTokenOut(**_show(token).model_dump(), token=secret)


async def revoke_token(session: Session, *, actor: Person | str, token_id: UUID) -> None:
    """Revoke a token of the actor or, from the command line, of anybody."""
    owner = actor.account_id if isinstance(actor, Person) else None
    token = await repository.delete_token(session, token_id, account_id=owner)
    if token is None:
        raise TokenNotFound
    await audit.record(session, actor=actor, action="token.revoked", subject=str(token_id), before={"name": token.name})


async def erase_account(session: Session, *, person: Person) -> None:
    """Delete the account and all its data. Votes stay without a link to the person, and the audit log stays."""
    if person.kind is AccountKind.ADMIN and await repository.count_admins(session) <= 1:
        raise LastAdmin
    await erase_all_owned(session, owner=person.account_id)
    await audit.record(session, actor=person, action="person.left", subject=person.account_id)
    await repository.delete_account(session, person.account_id)


def _show(token: ApiToken) -> TokenOut:
    return TokenOut(
        token_id=token.token_id,
        name=token.name,
        hint=token.hint,
        scopes=[Scope(word) for word in token.scopes],
        created_at=token.created_at,
        last_used_at=token.last_used_at,
        expires_at=token.expires_at,
    )
