from tests.catalog.admin.conftest import settings

__all__ = ["settings"]
