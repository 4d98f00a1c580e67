"""Changes that need the password again; no unit of work is open while it is checked."""

from ..authentication.company import refuse_company
from ..authentication.flow.passwords import Authentication
from ..authentication.service.guess_limits import reserve_guess, reset_guesses
from ..errors import WrongPassword
from ..passwords import check_strength, hash_password, verify_password
from ..repository import get_account
from ..schemas import Person
from .schemas import LeaveIn, PasswordIn, ProfileIn
from .service import profile


async def check_password(
    authentication: Authentication, *, person: Person, password: str | None, network: str
) -> str | None:
    """Return the stored hash if the password matches; people without a password need none."""
    limits = authentication.limits(person.email or person.account_id, network)
    async with authentication.database.unit() as session:
        account = await get_account(session, person.account_id)
        stored = account.password_hash if account is not None else None
        if stored is None:
            return None
        await reserve_guess(session, limits=limits)
    if password is None or not await verify_password(password, stored):
        raise WrongPassword("Your password is wrong.")
    async with authentication.database.unit() as session:
        await reset_guesses(session, limits=limits)
    return stored


async def change_profile(authentication: Authentication, *, person: Person, wanted: ProfileIn, network: str) -> None:
    checked = None
    if wanted.email is not None and wanted.email != person.email:
        # Only the company login can prove an address of the company.
        refuse_company(authentication.settings, wanted.email)
        password = wanted.password.get_secret_value() if wanted.password else None
        checked = await check_password(authentication, person=person, password=password, network=network)
    async with authentication.database.unit() as session:
        await profile.change_profile(session, person=person, wanted=wanted, checked_hash=checked)


async def change_password(authentication: Authentication, *, person: Person, wanted: PasswordIn, network: str) -> None:
    new = wanted.new.get_secret_value()
    check_strength(new, email=person.email or "")
    checked = await check_password(
        authentication, person=person, password=wanted.current.get_secret_value(), network=network
    )
    if checked is None:
        raise WrongPassword("You sign in through your company and have no password here.")
    hashed = await hash_password(new)
    async with authentication.database.unit() as session:
        await profile.change_password(session, person=person, checked_hash=checked, password_hash=hashed)


async def leave(authentication: Authentication, *, person: Person, wanted: LeaveIn, network: str) -> None:
    password = wanted.password.get_secret_value() if wanted.password else None
    await check_password(authentication, person=person, password=password, network=network)
    async with authentication.database.unit() as session:
        await profile.erase_account(session, person=person)
