"""Reset a forgotten password: a request that admins see, and a link by mail."""

from datetime import timedelta

from llmbattler.core.db import Session
from llmbattler.core.jobs import JobName, defer
from llmbattler.core.mail import send_mail
from llmbattler.core.settings import Settings

from ...errors import TooManyGuesses
from ...repository import find_by_email
from .. import repository
from ..company import belongs_to_company, refuse_company
from ..service import sign_ins
from ..service.guess_limits import RESETS, reserve
from .passwords import Authentication

JOB = JobName("accounts.send_reset")
SUBJECT = "Choose a new password"


async def ask_for_reset(authentication: Authentication, *, email: str, network: str) -> None:
    """Record the request. It takes the same steps and time whether or not the address is known."""
    refuse_company(authentication.settings, email)
    async with authentication.database.unit() as session:
        await reserve(session, limits=authentication.limits("", network), what="reset", bound=RESETS)
    async with authentication.database.unit() as session:
        await repository.update_reset_request(session, email)
        if authentication.settings.smtp_url is not None:
            await defer(session, JOB, email=email)


async def send_reset(authentication: Authentication, *, email: str) -> None:
    """Send a new link to this address and invalidate earlier ones."""
    async with authentication.database.unit() as session:
        account = await find_by_email(session, email)
        if account is None or account.password_hash is None or account.deactivated_at is not None:
            return
        if belongs_to_company(authentication.settings, email) or not await _may_send(session, authentication, email):
            return
        secret = await sign_ins.make_reset_link(session, account_id=account.account_id)
    await send_mail(
        authentication.settings, to=email, subject=SUBJECT, text=write_mail(authentication.settings, secret)
    )


async def _may_send(session: Session, authentication: Authentication, email: str) -> bool:
    """Limit mails per address, however many places ask. Refused silently, after the response."""
    try:
        await reserve(session, limits=authentication.limits("", email), what="reset mail", bound=RESETS)
    except TooManyGuesses:
        return False
    return True


def write_mail(settings: Settings, secret: str) -> str:
    """Write the mail. Its link uses the configured address, never the host of a request."""
    return (
        f"Somebody, probably you, asked for a new password at {settings.address}\n\n"
        f"Choose it here:\n\n{settings.address}/reset#{secret}\n\n"
        f"The link works once, for {_hours(sign_ins.RESET_LASTS)}. If it was not you, ignore this mail: "
        "your password stays as it is.\n"
    )


def _hours(span: timedelta) -> str:
    return f"{span.total_seconds() / 3600:g} hours"
