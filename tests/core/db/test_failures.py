import psycopg
import pytest
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from structlog.testing import capture_logs

from llmbattler.core.db.failures import (
    DatabaseBusy,
    DatabaseReadOnly,
    DatabaseUnavailable,
    DirectUrlMissing,
    TransactionAborted,
    UnstorableText,
    translate,
)


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (psycopg.errors.QueryCanceled(), DatabaseBusy),
        (psycopg.errors.LockNotAvailable(), DatabaseBusy),
        (psycopg.errors.DeadlockDetected(), TransactionAborted),
        (psycopg.errors.SerializationFailure(), TransactionAborted),
        (psycopg.errors.DiskFull(), DatabaseReadOnly),
        (psycopg.errors.ReadOnlySqlTransaction(), DatabaseReadOnly),
        (psycopg.errors.UntranslatableCharacter(), UnstorableText),
        (psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes"), UnstorableText),
        (psycopg.OperationalError("connection refused"), DatabaseUnavailable),
        (psycopg.OperationalError("FATAL:  unsupported startup parameter: options"), DirectUrlMissing),
    ],
)
def test_a_failure_of_the_driver_has_the_same_name_with_and_without_sqlalchemy(
    raised: psycopg.Error, kind: type[Exception]
) -> None:
    assert type(translate(raised)) is kind
    assert type(translate(DBAPIError("SELECT 1", None, raised))) is kind


def test_a_full_pool_is_a_busy_database() -> None:
    translated = translate(PoolTimeout())
    assert isinstance(translated, DatabaseBusy)
    assert translated.retry_after == 2


def test_a_database_that_takes_no_writes_is_logged_as_an_error() -> None:
    with capture_logs() as logs:
        translate(psycopg.errors.DiskFull("no space left"))
    assert [(line["log_level"], line["reason"]) for line in logs] == [("error", "no space left")]


def test_a_bug_stays_the_error_it_is() -> None:
    bug = DBAPIError("SELECT 1", None, psycopg.errors.UndefinedTable())
    assert translate(bug) is bug
