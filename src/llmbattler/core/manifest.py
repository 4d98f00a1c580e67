"""What core registers."""

from .manifests import Manifest, Process, Resource, Router

manifest = Manifest(
    name="core",
    routers=(
        Router("llmbattler.core.web.health:router", unlimited=True, busy=True),
        Router("llmbattler.core.web.live:router", unlimited=True, busy=True),
    ),
    jobs=("llmbattler.core.jobs", "llmbattler.core.idempotency"),
    tables=("llmbattler.core.db.idempotency",),
    resources=(Resource("llmbattler.core.lifespan:open_web", Process.SERVER),),
)
