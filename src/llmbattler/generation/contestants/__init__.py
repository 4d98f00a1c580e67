"""Contestants: anything that answers. Catalog models are one kind; manifests of other slices add more."""
