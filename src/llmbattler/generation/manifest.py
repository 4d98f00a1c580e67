"""What generation registers."""

from llmbattler.core.manifests import Manifest, Router

manifest = Manifest(
    name="generation",
    after=("catalog",),
    routers=(Router("llmbattler.generation.contestants.routes:router"),),
    checks=("llmbattler.generation.contestants.flow.doctor:check_contestants",),
    contestant_kinds=("llmbattler.generation.contestants.service.catalog_models:CATALOG_MODELS",),
)
