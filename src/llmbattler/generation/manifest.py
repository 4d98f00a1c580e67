"""What generation registers."""

from llmbattler.core.manifests import Manifest

manifest = Manifest(
    name="generation",
    after=("catalog",),
    contestant_kinds=("llmbattler.generation.contestants.service.catalog_models:CATALOG_MODELS",),
)
