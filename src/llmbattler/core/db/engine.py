"""The engine, and the unit of work that every request and job runs in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from sqlalchemy import event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine
from sqlalchemy.ext.asyncio import AsyncSession as Session

from ..errors import Invalid, StartupProblem, Unavailable
from ..logs import get_logger
from ..settings import Settings

__all__ = ["Database", "DatabaseAddress", "DatabaseUnavailable", "Session", "translate"]

_CUT_OFF = (
    psycopg.errors.QueryCanceled,
    psycopg.errors.LockNotAvailable,
    psycopg.errors.IdleInTransactionSessionTimeout,
)
_TAKES_NOTHING = (psycopg.errors.DiskFull, psycopg.errors.ReadOnlySqlTransaction)

_log = get_logger(__name__)


class DatabaseUnavailable(Unavailable):
    """The database cannot be reached right now; nothing was saved, please try again in a moment."""


class DatabaseBusy(Unavailable):
    """The database was too busy to answer in time; nothing was saved, please try again in a moment."""


class DatabaseTakesNothing(Unavailable):
    """The database can be read but takes nothing new right now; nothing was saved, please try again later."""


class Unstorable(Invalid):
    """A text contains a character that cannot be stored, such as NUL."""


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """Where the database is: through a pooler, if there is one, and directly."""

    url: str
    direct_url: str

    @classmethod
    def parse(cls, url: str, direct_url: str | None = None) -> "DatabaseAddress":
        return cls(_plain(url), _plain(direct_url or url))

    @property
    def pooled(self) -> bool:
        return self.url != self.direct_url

    def driver_url(self, *, direct: bool = False) -> URL:
        return make_url(self.direct_url if direct else self.url).set(drivername="postgresql+psycopg")


def _plain(url: str) -> str:
    """Accept the usual spellings of a PostgreSQL address and give the one that libpq reads."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StartupProblem(
            "DATABASE_URL cannot be read. It looks like postgresql://user:password@host:5432/name."
        ) from None
    if parsed.get_backend_name() not in {"postgresql", "postgres"}:
        raise StartupProblem(f"DATABASE_URL names {parsed.get_backend_name()!r}; llmbattler needs PostgreSQL.")
    return parsed.set(drivername="postgresql").render_as_string(hide_password=False)


class Database:
    """One pool for the process. `unit()` is the only place that commits."""

    def __init__(self, address: DatabaseAddress, settings: Settings) -> None:
        self.address = address
        self._rules: dict[str, int | str] = {
            "timezone": "UTC",  # a day is the same for every database
            "statement_timeout": int(settings.database_statement_timeout * 1000),
            "lock_timeout": int(settings.database_lock_timeout * 1000),
            "idle_in_transaction_session_timeout": int(settings.database_idle_timeout * 1000),
        }
        self.engine: AsyncEngine = create_async_engine(
            address.driver_url(),
            pool_size=settings.database_pool_size,
            max_overflow=0,
            pool_timeout=5,
            pool_pre_ping=True,
            # The connection that was used last has its statements prepared, and its memory at hand.
            pool_use_lifo=True,
            connect_args=self._connect_arguments(),
        )
        if address.pooled:
            event.listen(self.engine.sync_engine, "begin", self._rule_transaction)
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False)

    def _connect_arguments(self) -> dict[str, Any]:
        if self.address.pooled:
            # A pooler hands one session to many clients, so neither options nor prepared statements may stick to it.
            return {"connect_timeout": 5, "prepare_threshold": None}
        options = " ".join(f"-c {name}={value}" for name, value in self._rules.items())
        return {"connect_timeout": 5, "options": options, "application_name": "llmbattler"}

    def _rule_transaction(self, connection: Any) -> None:  # noqa: ANN401 - SQLAlchemy's event gives its own type
        for name, value in self._rules.items():
            connection.exec_driver_sql(f"SET LOCAL {name} = {value}")

    @asynccontextmanager
    async def unit(self) -> AsyncIterator[Session]:
        """One unit of work: committed when the block ends, rolled back when it raises."""
        try:
            async with self._sessions() as session, session.begin():
                yield session
        except (DBAPIError, PoolTimeout) as error:
            raise translate(error) from error

    async def check(self) -> None:
        """Raise unless the database answers."""
        async with self.unit() as session:
            await session.execute(text("SELECT 1"))

    async def close(self) -> None:
        await self.engine.dispose()


def translate(error: DBAPIError | PoolTimeout) -> Exception:
    """Name the failures of a database that is away, busy or full, and texts that none can keep.

    Mistakes of ours stay as they are.
    """
    if isinstance(error, PoolTimeout):
        return DatabaseBusy(retry_after=2)
    if isinstance(error.orig, _CUT_OFF):
        return DatabaseBusy(retry_after=2)
    if isinstance(error.orig, _TAKES_NOTHING):
        # No person can mend this by trying again, so whoever runs the site must hear of it.
        _log.error("the database takes no writes", reason=str(error.orig))
        return DatabaseTakesNothing(retry_after=30)
    if _is_unstorable(error.orig):
        return Unstorable()
    if isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated:
        return DatabaseUnavailable(retry_after=2)
    return error


def _is_unstorable(error: BaseException | None) -> bool:
    """True for the NUL that the driver refuses, and for its spelling within JSON, which the server refuses."""
    if isinstance(error, psycopg.errors.UntranslatableCharacter):
        return True
    return isinstance(error, psycopg.DataError) and "NUL (0x00)" in str(error)
