"""Base classes of checks."""

from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Check(BaseModel):
    """A constraint on a text. Its fields are its options, and its docstring is shown on the page."""

    short: ClassVar[str | None] = None
    """The option that can be set without its name: `words: 50`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def holds(self, text: str, prompt: str) -> bool:
        raise NotImplementedError

    @property
    def wanted(self) -> dict[str, Any]:
        """The options that were set."""
        return self.model_dump(exclude_defaults=True)

    def found(self, _: str) -> int | None:
        """What was counted, if the check counts."""
        return None


class Count(Check):
    """Counts something and compares the number with limits."""

    short: ClassVar[str | None] = "exactly"
    at_least: int | None = Field(None, ge=0, description="The smallest number allowed.")
    at_most: int | None = Field(None, ge=0, description="The largest number allowed.")
    exactly: int | None = Field(None, ge=0, description="The only number allowed.")

    @model_validator(mode="after")
    def _has_a_limit(self) -> Self:
        if self.at_least is None and self.at_most is None and self.exactly is None:
            raise ValueError("set at_least, at_most or exactly")
        return self

    def count(self, text: str) -> int:
        raise NotImplementedError

    def found(self, text: str) -> int | None:
        return self.count(text)

    def holds(self, text: str, _: str) -> bool:
        count = self.count(text)
        return (
            (self.at_least is None or count >= self.at_least)
            and (self.at_most is None or count <= self.at_most)
            and (self.exactly is None or count == self.exactly)
        )
