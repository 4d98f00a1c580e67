"""What needs the password again, checked while no unit of work is open."""

from ..entering.company import refuse_company
from ..entering.flow import Entrance
from ..entering.guessing import forgive, reserve_guess
from ..errors import WrongPassword
from ..passwords import check_strength, hash_password, verify_password
from ..repository import get_account
from ..schemas import Person
from . import service
from .schemas import LeaveIn, PasswordIn, ProfileIn


async def check_password(entrance: Entrance, *, person: Person, password: str | None, network: str) -> str | None:
    """Give the stored hash that the password fits. Who has none (a company's log-in) needs none."""
    guessing = entrance.guessing(person.email or person.account_id, network)
    async with entrance.database.unit() as session:
        account = await get_account(session, person.account_id)
        stored = account.password_hash if account is not None else None
        if stored is None:
            return None
        await reserve_guess(session, guessing=guessing)
    if password is None or not await verify_password(password, stored):
        raise WrongPassword("Your password is wrong.")
    async with entrance.database.unit() as session:
        await forgive(session, guessing=guessing)
    return stored


async def change_profile(entrance: Entrance, *, person: Person, wanted: ProfileIn, network: str) -> None:
    checked = None
    if wanted.email is not None and wanted.email != person.email:
        # An address of the company is proved by the company's log-in, and by nothing else.
        refuse_company(entrance.settings, wanted.email)
        password = wanted.password.get_secret_value() if wanted.password else None
        checked = await check_password(entrance, person=person, password=password, network=network)
    async with entrance.database.unit() as session:
        await service.change_profile(session, person=person, wanted=wanted, checked_hash=checked)


async def change_password(entrance: Entrance, *, person: Person, wanted: PasswordIn, network: str) -> None:
    new = wanted.new.get_secret_value()
    check_strength(new, email=person.email or "")
    checked = await check_password(entrance, person=person, password=wanted.current.get_secret_value(), network=network)
    if checked is None:
        raise WrongPassword("You sign in through your company and have no password here.")
    hashed = await hash_password(new)
    async with entrance.database.unit() as session:
        await service.change_password(session, person=person, checked_hash=checked, password_hash=hashed)


async def leave(entrance: Entrance, *, person: Person, wanted: LeaveIn, network: str) -> None:
    password = wanted.password.get_secret_value() if wanted.password else None
    await check_password(entrance, person=person, password=password, network=network)
    async with entrance.database.unit() as session:
        await service.erase_account(session, person=person)
