"""What a check is."""

from typing import ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Check(BaseModel):
    """Holds or does not hold; its fields are its options, its docstring is what the page says about it."""

    short: ClassVar[str | None] = None
    """The option that a suite may give alone: `words: 50`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def holds(self, text: str, prompt: str) -> bool:
        raise NotImplementedError

    def found(self, _: str) -> int | None:
        """What was counted, where something is."""
        return None


class Count(Check):
    """Counts something and compares it with limits."""

    short: ClassVar[str | None] = "exactly"
    at_least: int | None = Field(None, ge=0, description="The smallest number allowed.")
    at_most: int | None = Field(None, ge=0, description="The largest number allowed.")
    exactly: int | None = Field(None, ge=0, description="The only number allowed.")

    @model_validator(mode="after")
    def _has_a_limit(self) -> Self:
        if self.at_least is None and self.at_most is None and self.exactly is None:
            raise ValueError("give at_least, at_most or exactly")
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
