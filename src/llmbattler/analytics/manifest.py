"""What analytics registers."""

from llmbattler.core.manifests import Manifest, Router

manifest = Manifest(
    name="analytics",
    after=("arena", "benchmarks"),
    routers=(Router("llmbattler.analytics.routes:router"),),
    measurements=("llmbattler.analytics.service:measure_site",),
)
