"""What PostgreSQL cannot keep: zero bytes, halves of surrogate pairs, numbers without end."""

import math
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator


class Storable(BaseModel):
    """The base of what people write and a table keeps: no unknown fields, nothing that a table cannot hold."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="after")
    def _check_storable(self) -> Self:
        # Last, so that a field that is wrong for another reason is named; parts that are such a model look themselves.
        if not is_storable(dict(self)):
            raise ValueError("holds a character or number that cannot be stored")
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
