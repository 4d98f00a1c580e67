"""Export and import of runs."""

from .exports import MEDIA_TYPES, check_may_import, export_run
from .imports import import_run

__all__ = ["MEDIA_TYPES", "check_may_import", "export_run", "import_run"]
