"""Base class of scorer options."""

from pydantic import BaseModel, ConfigDict


class StrictOptions(BaseModel):
    """Immutable options; unknown names are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
