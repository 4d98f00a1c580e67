"""The connection pool, and the unit of work of requests and jobs."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote, unquote_to_bytes

import msgspec
import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine
from sqlalchemy.ext.asyncio import AsyncSession as Session
from sqlalchemy.pool import QueuePool

from ..errors import StartupProblem
from ..settings import Settings
from .failures import translate
from .pool_checks import check_pooled_connections
from .statement_connection import StatementConnection

__all__ = ["Database", "DatabaseAddress", "Session"]

DRIVER = "postgresql+psycopg://"
LAST_PORT = 65_535
BATCH_LOCK_MS = 60_000
"""A batch job waits longer for a lock than a person would."""
_EXAMPLE = "It looks like postgresql://user:password@host:5432/name."
# Passwords often contain an unescaped slash, which libpq takes for the start of the database name.
_CREDENTIALS = re.compile(r"\A([^:/?@]*)(?::([^@/]*|[^@?]*))?@")


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """The address of the database: through a pooler, if there is one, and directly."""

    url: str
    direct_url: str

    @classmethod
    def parse(cls, url: str, direct_url: str | None = None) -> "DatabaseAddress":
        return cls(_plain(url), _plain(direct_url or url))

    @property
    def pooled(self) -> bool:
        return self.url != self.direct_url

    def connect_arguments(self, *, direct: bool = False) -> dict[str, Any]:
        """Return the driver's arguments, parsed by libpq, which knows several hosts and does not decode a plus."""
        return conninfo_to_dict(self.direct_url if direct else self.url)


def _plain(url: str) -> str:
    """Accept common spellings of a PostgreSQL URL and return the one that libpq reads."""
    scheme, between, rest = url.strip().partition("://")
    backend = scheme.partition("+")[0]
    if not between:
        raise StartupProblem(f"DATABASE_URL cannot be read. {_EXAMPLE}")
    if backend not in {"postgresql", "postgres"}:
        raise StartupProblem(f"DATABASE_URL names {backend!r}; llmbattler needs PostgreSQL.")
    plain = f"postgresql://{_CREDENTIALS.sub(_quote_credentials, rest, count=1)}"
    try:
        ports = str(conninfo_to_dict(plain).get("port", "")).split(",")
    except psycopg.ProgrammingError:
        raise StartupProblem(f"DATABASE_URL cannot be read. {_EXAMPLE}") from None
    if not all(port == "" or (port.isdecimal() and 0 < int(port) <= LAST_PORT) for port in ports):
        raise StartupProblem(f"DATABASE_URL names a port that does not exist. {_EXAMPLE}")
    return plain


def _quote_credentials(found: re.Match[str]) -> str:
    name, password = (None if part is None else quote(unquote_to_bytes(part), safe="") for part in found.groups())
    return f"{name}@" if password is None else f"{name}:{password}@"


async def _close(session: Session) -> None:
    """Roll back and return the connection to the pool, also when this task is cancelled. A commit has done both."""
    await asyncio.shield(asyncio.create_task(session.close()))


class Database:
    """One pool for the process. Only `unit()` commits, and single statements of a `StatementConnection`."""

    def __init__(self, address: DatabaseAddress, settings: Settings) -> None:
        self.address = address
        self._options: dict[str, int | str] = {
            "timezone": "UTC",  # days begin at the same time in every database
            "statement_timeout": int(settings.database_statement_timeout * 1000),
            "lock_timeout": int(settings.database_lock_timeout * 1000),
            "idle_in_transaction_session_timeout": int(settings.database_idle_timeout * 1000),
        }
        batch = int(settings.database_batch_timeout * 1000)
        self._batch_options = {
            "statement_timeout": batch,
            "lock_timeout": max(BATCH_LOCK_MS, int(self._options["lock_timeout"])),
            "idle_in_transaction_session_timeout": batch,
        }
        self.engine: AsyncEngine = create_async_engine(
            DRIVER,
            pool_size=settings.database_pool_size,
            max_overflow=0,
            pool_timeout=5,
            # The connection used last has its statements prepared and its caches warm.
            pool_use_lifo=True,
            json_deserializer=msgspec.json.decode,
            connect_args=self._connect_arguments(),
        )
        check_pooled_connections(self.engine.sync_engine)
        if address.pooled:
            event.listen(self.engine.sync_engine, "begin", self._set_transaction_options)
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        self.statement_connection = self.open_statement_connection()
        """For a few frequent statements; everything else is a unit of work."""

    def _connect_arguments(self, *, direct: bool = False) -> dict[str, Any]:
        given = {**self.address.connect_arguments(direct=direct), "connect_timeout": 5}
        if self.address.pooled and not direct:
            # A pooler shares sessions among clients, so session options and prepared statements cannot be used.
            return {**given, "prepare_threshold": None}
        options_given = [f"-c {name}={value}" for name, value in self._options.items()]
        options = " ".join([given.get("options") or "", *options_given]).strip()
        return {**given, "options": options, "application_name": "llmbattler"}

    def _set_transaction_options(self, connection: Any) -> None:  # noqa: ANN401 - SQLAlchemy's event gives its own type
        # One message for all of them, as they are sent before each transaction.
        connection.exec_driver_sql("; ".join(f"SET LOCAL {name} = {value}" for name, value in self._options.items()))

    @asynccontextmanager
    async def unit(self) -> AsyncIterator[Session]:
        """One unit of work: committed when the block ends, rolled back when it raises."""
        session = self._sessions()
        try:
            yield session
            await session.commit()
        except (DBAPIError, PoolTimeout) as error:
            await _close(session)
            raise translate(error) from error
        except BaseException:
            await _close(session)
            raise

    @asynccontextmanager
    async def batch_unit(self) -> AsyncIterator[Session]:
        """One unit of work of a batch job: the limits of requests do not apply to it. Compute outside of it."""
        async with self.unit() as session:
            for name, value in self._batch_options.items():
                await session.execute(text(f"SET LOCAL {name} = {value}"))
            yield session

    def open_statement_connection(self, pause: Callable[[], Awaitable[None]] | None = None) -> StatementConnection:
        """Open another connection, past any pooler. The caller closes it."""
        return StatementConnection(self._connect_arguments(direct=True), pause)

    def get_pool_use(self) -> tuple[int, int]:
        """Return how many connections the pool may have, and how many of them are in use."""
        pool = cast("QueuePool", self.engine.sync_engine.pool)
        return pool.size(), pool.checkedout()

    async def check(self) -> None:
        """Raise unless the database answers."""
        async with self.unit() as session:
            await session.execute(text("SELECT 1"))

    async def close(self) -> None:
        await self.statement_connection.close()
        await self.engine.dispose()
