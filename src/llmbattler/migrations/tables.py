"""Imports every slice's tables, so that Alembic can compare all of them with the database."""

from llmbattler.accounts import models as accounts
from llmbattler.arena import models as arena
from llmbattler.catalog import models as catalog
from llmbattler.core.db import idempotency
from llmbattler.ratings import models as ratings

__all__ = ["accounts", "arena", "catalog", "idempotency", "ratings"]
