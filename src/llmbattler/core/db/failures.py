"""Failures of the database as application errors."""

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ..errors import Invalid, Unavailable
from ..logs import get_logger

DriverError = psycopg.Error
"""Whatever the driver raises, for code that only has to survive it."""
RaisedByFunction = psycopg.errors.RaiseException
"""Raised by a function in the database."""
_CUT_OFF = (
    PoolTimeout,
    psycopg.errors.QueryCanceled,
    psycopg.errors.LockNotAvailable,
    psycopg.errors.IdleInTransactionSessionTimeout,
)
_ABORTED = (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)
_READ_ONLY = (psycopg.errors.DiskFull, psycopg.errors.ReadOnlySqlTransaction)
_POOLER_REFUSAL = "unsupported startup parameter"

_log = get_logger(__name__)


class DatabaseUnavailable(Unavailable):
    """The database cannot be reached right now; nothing was saved, please try again in a moment."""


class DirectUrlMissing(Unavailable):
    """DATABASE_URL leads to a pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself."""


class DatabaseBusy(Unavailable):
    """The database was too busy to answer in time; nothing was saved, please try again in a moment."""


class TransactionAborted(Unavailable):
    """Other changes to the same data got in the way; nothing was saved, please try again in a moment."""

    reason = ""
    """The name of the driver's error, for the log."""


class DatabaseReadOnly(Unavailable):
    """The database is read-only or full right now; nothing was saved, please try again later."""


class UnstorableText(Invalid):
    """A text contains a character that cannot be stored, such as NUL."""


def translate(error: DBAPIError | PoolTimeout | psycopg.Error) -> Exception:
    """Return an application error when the database is away, busy or full, aborts a transaction or cannot store a text.

    Everything else is a bug and is returned as it is.
    """
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, _CUT_OFF):
        return DatabaseBusy(retry_after=2)
    if isinstance(cause, _ABORTED):
        aborted = TransactionAborted(retry_after=1)
        aborted.reason = type(cause).__name__
        return aborted
    if isinstance(cause, _READ_ONLY):
        # Trying again does not help, so the operator must see it.
        _log.error("the database takes no writes", reason=str(cause))
        return DatabaseReadOnly(retry_after=30)
    if _is_unstorable(cause):
        return UnstorableText()
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    if lost or isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        return DirectUrlMissing() if _POOLER_REFUSAL in str(cause) else DatabaseUnavailable(retry_after=2)
    return error


def _is_unstorable(error: BaseException | None) -> bool:
    """True for NUL, which the driver refuses, and for `\\u0000` in JSON, which the server refuses."""
    if isinstance(error, psycopg.errors.UntranslatableCharacter):
        return True
    return isinstance(error, psycopg.DataError) and "NUL (0x00)" in str(error)
