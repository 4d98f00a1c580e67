"""Imports every slice's tables, so that Alembic can compare all of them with the database."""

from llmbattler.catalog import models as catalog

__all__ = ["catalog"]
