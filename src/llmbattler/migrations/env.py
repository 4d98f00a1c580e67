"""Alembic's entry: runs on the connection that `core.db.migrate` hands over."""

from alembic import context

from llmbattler.core.db import Base
from llmbattler.core.db.migrate import is_own_table
from llmbattler.core.manifests import import_tables

import_tables()
connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=Base.metadata, include_name=is_own_table, transaction_per_migration=True
)
with context.begin_transaction():
    context.run_migrations()
