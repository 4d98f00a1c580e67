"""Images on the wire and between slices."""

from dataclasses import dataclass
from uuid import UUID

from pydantic import BaseModel


class ImageOut(BaseModel):
    image_id: UUID
    url: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class StoredImage:
    """What is needed to load the file of an image."""

    image_id: UUID
    storage_key: str
    media_type: str
