"""HTTP clients of accounts: signed-in browsers and programs with tokens, all for one real application."""

from contextlib import AsyncExitStack
from functools import lru_cache
from itertools import count
from typing import Self, TypeVar

import httpx
from argon2 import PasswordHasher
from starlette.types import ASGIApp

from llmbattler.accounts.authentication import repository
from llmbattler.accounts.authentication.service import sign_ins
from llmbattler.accounts.authentication.service.sign_ins import Device
from llmbattler.accounts.deps import SESSION_COOKIE
from llmbattler.accounts.models import AccountKind, Scope, SignInKind
from llmbattler.accounts.profile.schemas import TokenIn
from llmbattler.accounts.profile.service.profile import make_token
from llmbattler.accounts.repository import get_account
from llmbattler.accounts.schemas import Person
from llmbattler.core.db import Database
from llmbattler.core.ids import uuid7

Browser = TypeVar("Browser", bound=httpx.AsyncClient)

PASSWORD = "correct horse battery staple"


@lru_cache(maxsize=1)
def _hash() -> str:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


class AccountClient(httpx.AsyncClient):
    """A client that is signed in, and the person it is signed in as."""

    person: Person

    @property
    def account_id(self) -> str:
        return self.person.account_id


class ClientFactory:
    """`await clients.member()` makes an account with the password `PASSWORD` and returns a client signed in to it."""

    def __init__(self, app: ASGIApp, database: Database) -> None:
        self._app = app
        self._database = database
        self._stack = AsyncExitStack()
        self._numbers = count(1)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def visitor(self) -> httpx.AsyncClient:
        return await self._open(httpx.AsyncClient(transport=self._transport(), base_url="http://localhost"))

    async def member(self, email: str = "") -> AccountClient:
        return await self.add_account(AccountKind.MEMBER, email)

    async def moderator(self, email: str = "") -> AccountClient:
        return await self.add_account(AccountKind.MODERATOR, email)

    async def admin(self, email: str = "") -> AccountClient:
        return await self.add_account(AccountKind.ADMIN, email)

    async def add_account(self, kind: AccountKind, email: str = "") -> AccountClient:
        account_id = f"m_{uuid7().hex}"
        address = email or f"{kind}-{next(self._numbers)}@example.org"
        async with self._database.unit() as session:
            facts = {"account_id": account_id, "kind": kind, "email": address, "password_hash": _hash()}
            assert await repository.add_account(session, facts)
        return await self.sign_in(account_id)

    async def sign_in(self, account_id: str) -> AccountClient:
        """Sign in to an account in another browser."""
        async with self._database.unit() as session:
            account = await get_account(session, account_id)
            assert account is not None
            device = Device(SignInKind.BROWSER, "a browser of the tests", "203.0.113.9")
            entered = await sign_ins.create_sign_in(session, account=account, device=device)
        cookies = {SESSION_COOKIE: entered.secret}
        browser = AccountClient(transport=self._transport(), base_url="http://localhost", cookies=cookies)
        browser.person = entered.person
        return await self._open(browser)

    async def program(self, owner: AccountClient, *scopes: Scope) -> AccountClient:
        """Return a client with a personal token of this owner and without a cookie."""
        wanted = TokenIn(name="a program of the tests", scopes=list(scopes))
        async with self._database.unit() as session:
            made = await make_token(session, person=owner.person, wanted=wanted)
        headers = {"Authorization": f"Bearer {made.token}"}
        program = AccountClient(transport=self._transport(), base_url="http://localhost", headers=headers)
        program.person = owner.person
        return await self._open(program)

    def _transport(self) -> httpx.ASGITransport:
        return httpx.ASGITransport(self._app, raise_app_exceptions=False)

    async def _open(self, browser: Browser) -> Browser:
        self._stack.push_async_callback(browser.aclose)
        return browser
