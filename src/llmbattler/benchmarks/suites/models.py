"""Tables of suites, versions, datasets and samples."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import Index, String, Uuid, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from llmbattler.core.db import Base, VersionColumns, enum_text, now_column, refers_to
from llmbattler.core.ids import uuid7


class Origin(StrEnum):
    INCLUDED = "included"
    FILE = "file"
    MANUAL = "manual"
    IMPORTED = "imported"


class Suite(Base):
    """A named suite. Its content is in its versions."""

    __tablename__ = "bench_suites"

    suite_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    name: Mapped[str] = mapped_column(String(64), unique=True)
    """The name in the file, such as `capital-cities`."""
    title: Mapped[str]
    owner: Mapped[str | None] = refers_to("accounts.account_id")
    """Null for built-in suites and suites added on the command line."""
    origin: Mapped[Origin] = mapped_column(enum_text(Origin))
    newest: Mapped[int]
    """The number of its newest version."""
    archived_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = now_column()
    updated_at: Mapped[datetime] = now_column()


class SuiteVersion(VersionColumns, Base):
    """One version of a suite. Immutable, because results refer to it. Its digest covers the spec and the samples."""

    __tablename__ = "bench_versions"
    __table_args__ = (Index(None, "suite_id", "number", unique=True),)

    version_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    suite_id: Mapped[UUID] = refers_to("bench_suites.suite_id")
    spec: Mapped[dict[str, Any]]
    """A `SuiteSpec` as JSON, without its samples, which are in the dataset."""
    dataset_id: Mapped[UUID] = refers_to("bench_datasets.dataset_id")


class Dataset(Base):
    __tablename__ = "bench_datasets"

    dataset_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    sample_count: Mapped[int]
    columns: Mapped[list[str]]
    created_at: Mapped[datetime] = now_column()


class Sample(Base):
    __tablename__ = "bench_samples"
    __table_args__ = (Index(None, "dataset_id", "sample_id"),)

    dataset_id: Mapped[UUID] = refers_to("bench_datasets.dataset_id", primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    """From 0, in the order of the file."""
    sample_id: Mapped[str] = mapped_column(String(16))
    """A hash of the content, so that runs over different versions can be compared sample by sample."""
    fields: Mapped[dict[str, Any]]
    target: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True))
    cluster: Mapped[str | None]
    """Samples that are not independent share a cluster, such as questions about one text."""
    tags: Mapped[list[str]] = mapped_column(server_default=text("'{}'"))
