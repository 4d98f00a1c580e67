"""Edit conflicts of versioned documents in OpenAPI."""

from typing import Any

from pydantic import Field

from ..versions.errors import EditConflict
from ..versions.schemas import ThreeWayOut
from .problems import Problem


class EditConflictProblem(Problem):
    """Somebody else saved a newer version; nothing was saved."""

    conflict: ThreeWayOut = Field(description="Both edits, the version they started from, and their merge.")


EDIT_CONFLICT: dict[int | str, dict[str, Any]] = {
    EditConflict.status: {"model": EditConflictProblem, "description": EditConflict().title}
}
"""For `responses` of routes that save a version."""
