"""What a suite sets on a scorer."""

from pydantic import BaseModel, ConfigDict


class StrictOptions(BaseModel):
    """Unknown names are mistakes, and nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
