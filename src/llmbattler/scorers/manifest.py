"""What scorers register."""

from llmbattler.core.manifests import Manifest

manifest = Manifest(name="scorers", after=("core",), checks=("llmbattler.scorers.doctor:examine_sandbox",))
