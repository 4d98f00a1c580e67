from enum import StrEnum

from sqlalchemy import Column, Index, MetaData, Table, UniqueConstraint

from llmbattler.core.db import Base, enum_text, external_id, refers_to
from llmbattler.core.db.base import EXTERNAL, REFERS_TO


class _Color(StrEnum):
    RED = "red"


def test_an_enum_is_stored_by_its_value_without_a_constraint() -> None:
    stored = enum_text(_Color)
    assert stored.enums == ["red"]
    assert not stored.native_enum
    assert not stored.create_constraint


def test_indexes_and_constraints_are_named_after_table_and_columns() -> None:
    columns = Column("one", primary_key=True), Column("two")
    metadata = MetaData(naming_convention=Base.metadata.naming_convention)
    table = Table("things", metadata, *columns, Index(None, "one", "two"), UniqueConstraint("two"))
    names = {constraint.name for constraint in (*table.constraints, *table.indexes)}
    assert names == {"pk_things", "uq_things_two", "ix_things_one_two"}


def test_a_reference_is_a_note_on_the_column_and_no_foreign_key() -> None:
    reference, outside = refers_to("accounts.account_id").column, external_id("contestant").column
    assert reference.info == {REFERS_TO: "accounts.account_id"}
    assert outside.info == {EXTERNAL: "contestant"}
    assert not reference.foreign_keys
