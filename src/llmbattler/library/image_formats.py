"""Recognizing image formats by content."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AcceptedImage:
    """A re-encoded copy: upright, at most 2048 pixels per side, sRGB, without metadata."""

    data: bytes
    media_type: str
    width: int
    height: int


def recognize_format(data: bytes) -> str | None:
    """Return Pillow's name of the format by the first bytes, or None for a format that is not accepted."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "GIF"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    return None
