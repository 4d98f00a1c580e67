"""What connectors register."""

from llmbattler.core.manifests import Manifest, Resource

manifest = Manifest(
    name="connectors",
    after=("core",),
    resources=(Resource("llmbattler.connectors.lifespan:open_connectors"),),
)
