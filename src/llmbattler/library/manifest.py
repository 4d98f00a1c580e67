"""What the library registers."""

from llmbattler.core.manifests import Manifest, Process, Resource, Router, Shareable

manifest = Manifest(
    name="library",
    after=("accounts",),
    routers=(Router("llmbattler.library.routes:router"),),
    uploads={"/api/images": "image/"},
    jobs=("llmbattler.library.jobs",),
    tables=("llmbattler.library.models",),
    owned_data=("llmbattler.library.service.owned_data:IMAGES",),
    shareables=(Shareable("image", "llmbattler.library.service.access:may_view_image"),),
    resources=(Resource("llmbattler.library.lifespan:open_image_reader", Process.SERVER),),
)
