"""The contract of connectors that make images: a request in, images out, the named errors of `errors.py`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .contract import ListedModel, Place, Usage


@dataclass(frozen=True, slots=True)
class ImageSize:
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ImageRequest:
    """`None` leaves the choice to the provider."""

    prompt: str
    size: ImageSize | None = None
    n: int = 1
    """How many images to make."""
    seed: int | None = None
    extra: Mapping[str, object] = field(default_factory=dict)
    """Fields that only this wire knows; they are sent unchanged."""


@dataclass(frozen=True, slots=True)
class GeneratedImage:
    media_type: str
    data: bytes = field(repr=False)
    revised_prompt: str | None = None
    """The prompt that the provider used instead, where it changed it."""


@dataclass(frozen=True, slots=True)
class ImageResult:
    images: tuple[GeneratedImage, ...]
    usage: Usage = field(default_factory=Usage)


class ImageConnector(Protocol):
    """One wire protocol for images. Created once for the process, used for many places at the same time."""

    async def generate(self, place: Place, request: ImageRequest) -> ImageResult:
        """Make exactly `request.n` images, or raise a `ConnectorError`.

        A size or a number that the wire cannot send raises `UnsupportedParameter` before anything is sent.
        """
        ...

    async def list_models(self, place: Place) -> Sequence[ListedModel]:
        """List the image models that this place offers. It costs nothing, so it is also the health probe."""
        ...

    async def close(self) -> None:
        """Release everything that this connector opened itself."""
        ...
