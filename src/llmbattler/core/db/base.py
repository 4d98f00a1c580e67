"""The base of all tables, and types of columns."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import DateTime, Enum, MetaData, Text, func
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

REFERS_TO = "refers_to"
EXTERNAL = "external"


class Base(DeclarativeBase):
    """The schema has no foreign keys: services keep relations, `llmbattler doctor` finds orphans."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: DateTime(timezone=True),
        str: Text(),
        list[str]: ARRAY(Text()),
        dict[str, Any]: JSONB(),
        list[Any]: JSONB(),
    }


def now_column() -> Mapped[datetime]:
    """A column that the database fills with its own time, since the clocks of machines differ."""
    return mapped_column(DateTime(timezone=True), server_default=func.now())


def enum_text(kind: type[StrEnum]) -> Enum:
    """The type of a column that stores an enum as text, so that a new value needs no migration."""
    return Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=20,
        values_callable=lambda values: [value.value for value in values],
    )


def external_id(subject: str, **options: Any) -> Mapped[Any]:  # noqa: ANN401 - passed on to SQLAlchemy
    """Make a column with ids that are not in one table ("contestant"); doctor checks of slices validate them."""
    return mapped_column(info={EXTERNAL: subject}, **options)


def refers_to(target: str, **options: Any) -> Mapped[Any]:  # noqa: ANN401 - passed on to SQLAlchemy
    """A column that refers to another table ("accounts.account_id"), so that orphans can be found."""
    return mapped_column(info={REFERS_TO: target}, **options)
