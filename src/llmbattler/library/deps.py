"""What routes need to send a stored image."""

from fastapi import Response

from llmbattler.core.resources import Resources
from llmbattler.core.storage import Storage

from .schemas import StoredImage
from .service.reader import ImageReader

__all__ = ["CACHED_FOREVER", "NEVER_CACHED", "ImageReader", "send_image"]

CACHED_FOREVER = "private, max-age=31536000, immutable"
NEVER_CACHED = "no-store"
_NO_SCRIPTS = {"Content-Security-Policy": "default-src 'none'; sandbox"}


async def send_image(resources: Resources, image: StoredImage, *, cache: str) -> Response:
    data = await resources.get(Storage).get(image.storage_key)
    headers = {"Cache-Control": cache, "Content-Disposition": "inline", **_NO_SCRIPTS}
    return Response(data, media_type=image.media_type, headers=headers)
