"""Uploading and showing images over HTTP."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from llmbattler.accounts.deps import Asker, attach_cookie, identify_writer, limited
from llmbattler.core.db import Database
from llmbattler.core.errors import TooLarge, Unsupported
from llmbattler.core.limits import RouteClass
from llmbattler.core.storage import Storage
from llmbattler.core.web.bodies import UploadSlots, read_body
from llmbattler.core.web.deps import FromResources
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from .deps import CACHED_FOREVER, ImageReader, send_image
from .errors import ImageNotFound
from .flow import store_image
from .limits import MAX_IMAGE_BYTES
from .schemas import ImageOut
from .service import images

router = APIRouter(tags=["images"], route_class=StrictJsonRoute)


@router.post(
    "/api/images",
    status_code=201,
    responses=explain([Unsupported, TooLarge]),
    dependencies=[limited(RouteClass.UPLOAD)],
)
async def upload_image(request: Request, resources: FromResources, asker: Asker, response: Response) -> ImageOut:
    """Take the bytes of one image as the body. Its format is recognized by content; name and type are ignored."""
    visitor = await identify_writer(resources, request, asker)
    attach_cookie(response, visitor)
    with resources.get(UploadSlots).take():
        data = await read_body(request, MAX_IMAGE_BYTES)
        return await store_image(
            resources.get(Database),
            resources.get(Storage),
            resources.get(ImageReader),
            owner=visitor.owner,
            data=data,
        )


@router.get("/api/images/{image_id}", response_class=Response, responses=explain(ImageNotFound))
async def show_image(image_id: UUID, resources: FromResources, asker: Asker) -> Response:
    async with resources.get(Database).unit() as session:
        image = await images.get_image(session, owner=asker.owner, image_id=image_id)
    return await send_image(resources, image, cache=CACHED_FOREVER)
