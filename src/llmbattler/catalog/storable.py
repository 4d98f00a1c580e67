"""Refuse values that PostgreSQL cannot store: zero bytes, lone surrogates, infinite numbers."""

import math
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator


class Storable(BaseModel):
    """Base of request bodies whose values are stored: no unknown fields, no values that cannot be stored."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="after")
    def _check_storable(self) -> Self:
        # After the fields, so that another problem of a field is reported first. Nested models check themselves.
        if not is_storable(dict(self)):
            raise ValueError("contains a character or number that cannot be stored")
        return self


def is_storable(value: object) -> bool:
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
                return False
            case float() as number if not math.isfinite(number):
                return False
            case dict() as whole:
                waiting.extend(whole.keys())
                waiting.extend(whole.values())
            case list() as parts:
                waiting.extend(parts)
    return True
