"""PostgreSQL: the tables' base, units of work, the embedded server, migrations."""

from .base import Base, enum_text, external_id, now_column, refers_to
from .bulk import copy_rows
from .clock import get_database_time, get_transaction_time
from .engine import Database, Session
from .partitions import by_month, first_id
from .raw import raw_connection, run_statement
from .repeats import repeat_aborted
from .statement_connection import StatementConnection
from .versions import VersionColumns, VersionTable

__all__ = [
    "Base",
    "Database",
    "Session",
    "StatementConnection",
    "VersionColumns",
    "VersionTable",
    "by_month",
    "copy_rows",
    "enum_text",
    "external_id",
    "first_id",
    "get_database_time",
    "get_transaction_time",
    "now_column",
    "raw_connection",
    "refers_to",
    "repeat_aborted",
    "run_statement",
]
