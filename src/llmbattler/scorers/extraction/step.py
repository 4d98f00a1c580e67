"""What a step is."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Step(BaseModel):
    """Text in, text out; its fields are its options, its docstring is what the page says about it."""

    title: ClassVar[str]
    short: ClassVar[str | None] = None
    """The option that a suite may give alone: `after: "####"` means `after: {text: "####"}`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def apply(self, text: str) -> str | None:
        """The text that goes on, or nothing."""
        raise NotImplementedError
