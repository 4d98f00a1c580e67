"""Base class of extraction steps."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Step(BaseModel):
    """Text in, text out. Its fields are its options, and its docstring is shown on the page."""

    title: ClassVar[str]
    short: ClassVar[str | None] = None
    """The option that can be set without its name: `after: "####"` means `after: {text: "####"}`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def apply(self, text: str) -> str | None:
        """The text for the next step, or `None`."""
        raise NotImplementedError

    def apply_in(self, text: str, language: str | None) -> str | None:  # noqa: ARG002 - for steps that override it
        """The same for a text in a language such as `de`. Steps that read numbers override it."""
        return self.apply(text)
