from tests.catalog.admin.conftest import admin, provider, settings

__all__ = ["admin", "provider", "settings"]
