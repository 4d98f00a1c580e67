"""People for tests: browsers that are signed in, programs with tokens, all at one real application."""

from contextlib import AsyncExitStack
from functools import lru_cache
from itertools import count
from typing import Self, TypeVar

import httpx
from argon2 import PasswordHasher
from starlette.types import ASGIApp

from llmbattler.accounts.authentication.repository import add_account
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


class Somebody(httpx.AsyncClient):
    """A browser or a program, and who sits in front of it."""

    person: Person

    @property
    def account_id(self) -> str:
        return self.person.account_id


class Crowd:
    """`await crowd.member()` is somebody with an account whose `PASSWORD` everybody knows."""

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

    async def member(self, email: str = "") -> Somebody:
        return await self.join(AccountKind.MEMBER, email)

    async def moderator(self, email: str = "") -> Somebody:
        return await self.join(AccountKind.MODERATOR, email)

    async def admin(self, email: str = "") -> Somebody:
        return await self.join(AccountKind.ADMIN, email)

    async def join(self, kind: AccountKind, email: str = "") -> Somebody:
        account_id = f"m_{uuid7().hex}"
        address = email or f"{kind}-{next(self._numbers)}@example.org"
        async with self._database.unit() as session:
            facts = {"account_id": account_id, "kind": kind, "email": address, "password_hash": _hash()}
            assert await add_account(session, facts)
        return await self.again(account_id)

    async def again(self, account_id: str) -> Somebody:
        """Sign somebody in on one more browser."""
        async with self._database.unit() as session:
            account = await get_account(session, account_id)
            assert account is not None
            device = Device(SignInKind.BROWSER, "a browser of the tests", "203.0.113.9")
            entered = await sign_ins.enter(session, account=account, device=device)
        cookies = {SESSION_COOKIE: entered.secret}
        browser = Somebody(transport=self._transport(), base_url="http://localhost", cookies=cookies)
        browser.person = entered.person
        return await self._open(browser)

    async def program(self, owner: Somebody, *scopes: Scope) -> Somebody:
        """Give a program that shows a personal token of this owner, and no cookie."""
        wanted = TokenIn(name="a program of the tests", scopes=list(scopes))
        async with self._database.unit() as session:
            made = await make_token(session, person=owner.person, wanted=wanted)
        headers = {"Authorization": f"Bearer {made.token}"}
        program = Somebody(transport=self._transport(), base_url="http://localhost", headers=headers)
        program.person = owner.person
        return await self._open(program)

    def _transport(self) -> httpx.ASGITransport:
        return httpx.ASGITransport(self._app, raise_app_exceptions=False)

    async def _open(self, browser: Browser) -> Browser:
        self._stack.push_async_callback(browser.aclose)
        return browser
