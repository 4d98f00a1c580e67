"""Registration of the scorers package."""

from llmbattler.core.manifests import Manifest

manifest = Manifest(name="scorers", after=("core",), checks=("llmbattler.scorers.sandbox.doctor:examine_sandbox",))
