"""Which versions of the program can work with which schema.

During an upgrade of several machines, old processes run beside a schema that a new one has migrated. They do not know
its revisions, so the migration stores in the database which older ones it is compatible with.
"""

from collections.abc import Sequence
from enum import StrEnum

from alembic.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection, text

TABLE = "schema_compatibility"
ATTRIBUTE = "oldest_compatible"
"""Name in the module of a revision: the oldest revision whose code works with the schema after this one."""

Pair = tuple[str, str]
"""A revision of the schema, and a revision whose code works with it."""

_CREATE = text(
    f"CREATE TABLE IF NOT EXISTS {TABLE} (schema_revision text NOT NULL, code_revision text NOT NULL, "
    "PRIMARY KEY (schema_revision, code_revision))"
)
_EXISTS = text("SELECT to_regclass(:name) IS NOT NULL")
_READ = text(f"SELECT schema_revision, code_revision FROM {TABLE}")  # noqa: S608 - a constant
_DELETE = text(f"DELETE FROM {TABLE} WHERE schema_revision = ANY(:known)")  # noqa: S608 - a constant
_ADD = text(f"INSERT INTO {TABLE} (schema_revision, code_revision) VALUES (:schema, :code)")  # noqa: S608 - a constant


class SchemaState(StrEnum):
    """The schema of the database, seen from this version of the program."""

    CURRENT = "current"
    COMPATIBLE = "compatible"
    """Newer, and made so that this version still works with it."""
    OUTDATED = "outdated"
    TOO_NEW = "too new"

    @property
    def works(self) -> bool:
        return self in {SchemaState.CURRENT, SchemaState.COMPATIBLE}


def read_state(connection: Connection, *, heads: frozenset[str], known: frozenset[str]) -> SchemaState:
    """Compare the schema with the newest revisions of this version (`heads`) and all its revisions (`known`)."""
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found == heads:
        return SchemaState.CURRENT
    if found <= known:
        return SchemaState.OUTDATED
    pairs = {(schema, code) for schema, code in _read_pairs(connection) if schema in found and code in heads}
    explained = {schema for schema, _ in pairs} | {code for _, code in pairs}
    return SchemaState.COMPATIBLE if found ^ heads <= explained else SchemaState.TOO_NEW


def store_pairs(connection: Connection, scripts: ScriptDirectory) -> None:
    """Store what the revisions of this version declare, before they run: old processes may ask at any time.

    Rows about revisions that this version does not know are kept.
    """
    lines = [_list_line(scripts, revision) for revision in scripts.walk_revisions()]
    known = [line[0][0] for line in lines]
    pairs = {(schema, code) for schema, line in zip(known, lines, strict=True) for code in list_compatible(line)}
    if pairs == {pair for pair in _read_pairs(connection) if pair[0] in known}:
        return
    connection.execute(_CREATE)
    connection.execute(_DELETE, {"known": known})
    for schema, code in sorted(pairs):
        connection.execute(_ADD, {"schema": schema, "code": code})


def list_compatible(line: Sequence[tuple[str, str | None]]) -> list[str]:
    """Return the older revisions whose code works with the first one of this line.

    The line is the revision and its ancestors, newest first, each with the oldest revision that it declares compatible.
    A revision that declares none is compatible only with its own code.
    """
    positions = {name: position for position, (name, _) in enumerate(line)}
    found: list[str] = []
    last = len(line)
    for position, (name, oldest) in enumerate(line):
        if position > last:
            break
        found.append(name)
        last = min(last, max(position, positions.get(oldest or name, position)))
    return found[1:]


def _list_line(scripts: ScriptDirectory, revision: Script) -> list[tuple[str, str | None]]:
    """List a revision and its ancestors, down to where branches meet."""
    line: list[tuple[str, str | None]] = []
    current: Script | None = revision
    while current is not None:
        line.append((current.revision, getattr(current.module, ATTRIBUTE, None)))
        below = current.down_revision
        current = scripts.get_revision(below) if isinstance(below, str) else None
    return line


def _read_pairs(connection: Connection) -> set[Pair]:
    if not connection.execute(_EXISTS, {"name": TABLE}).scalar_one():
        return set()
    return {(schema, code) for schema, code in connection.execute(_READ)}
