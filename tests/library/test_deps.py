from uuid import uuid4

import pytest

from llmbattler.core.resources import Resources
from llmbattler.core.storage import Storage, StoredFileMissing, make_key
from llmbattler.library.deps import CACHED_FOREVER, NEVER_CACHED, send_image
from llmbattler.library.schemas import StoredImage


@pytest.mark.parametrize("cache", [CACHED_FOREVER, NEVER_CACHED])
async def test_an_image_is_sent_so_that_it_cannot_run_scripts(resources: Resources, cache: str) -> None:
    image = StoredImage(uuid4(), make_key("images"), "image/jpeg")
    with pytest.raises(StoredFileMissing):
        await send_image(resources, image, cache=cache)
    await resources.get(Storage).put(image.storage_key, b"bytes", image.media_type)
    response = await send_image(resources, image, cache=cache)
    assert response.body == b"bytes"
    assert response.headers["content-type"] == "image/jpeg"
    assert response.headers["cache-control"] == cache
    assert response.headers["content-security-policy"] == "default-src 'none'; sandbox"
