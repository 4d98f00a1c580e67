"""What the connectors register."""

from llmbattler.core.manifests import Manifest, Resource

manifest = Manifest(
    name="connectors",
    settings="llmbattler.connectors.settings:ConnectorSettings",
    after=("core",),
    resources=(Resource("llmbattler.connectors.lifespan:open_connectors"),),
)
