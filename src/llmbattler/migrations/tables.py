"""Imports every slice's tables, so that Alembic can compare all of them with the database."""

from llmbattler.accounts import models as accounts
from llmbattler.arena import models as arena
from llmbattler.arena.moderation import models as moderation
from llmbattler.benchmarks.runs import models as runs
from llmbattler.benchmarks.suites import models as suites
from llmbattler.catalog import models as catalog
from llmbattler.catalog.budgets import models as budgets
from llmbattler.core.db import idempotency
from llmbattler.ratings import models as ratings

__all__ = ["accounts", "arena", "budgets", "catalog", "idempotency", "moderation", "ratings", "runs", "suites"]
