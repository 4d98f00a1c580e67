"""PostgreSQL: the tables' base, units of work, the embedded server, migrations."""

from .base import Base, now_column, refers_to, word
from .bulk import copy_rows
from .engine import Database, Session
from .line import Line
from .raw import raw_connection

__all__ = ["Base", "Database", "Line", "Session", "copy_rows", "now_column", "raw_connection", "refers_to", "word"]
