"""Where the samples of a suite come from."""

from pathlib import Path

from .datasets import Loaded, load_huggingface, load_path, load_samples
from .errors import UnreadableDataset
from .included import generate
from .spec import DatasetSpec

SOURCES = ("path", "samples", "huggingface", "included")


def load_dataset(spec: DatasetSpec, *, folder: Path | None) -> Loaded:
    """Read the samples. Files are read below the folder of the suite's file only, and without a folder not at all."""
    given = [name for name in SOURCES if getattr(spec, name) is not None]
    if len(given) != 1:
        raise UnreadableDataset(f"Name exactly one of {', '.join(SOURCES)}; there are {len(given)}.")
    if spec.samples is not None:
        return load_samples(spec.samples, named=spec.format)
    if spec.included is not None:
        return load_samples(generate(spec.included, spec.seed or 0, spec.limit))
    if folder is None:
        raise UnreadableDataset(
            "Files and Hugging Face are read by the command line only (`llmbattler bench add`); here, upload the file."
        )
    if spec.huggingface is not None:
        return load_huggingface(spec)
    return load_path(_find(folder, spec.path or ""), named=spec.format)


def _find(folder: Path, wanted: str) -> Path:
    inside = folder.resolve()
    path = (inside / wanted).resolve()
    if not path.is_relative_to(inside):
        raise UnreadableDataset(f"{wanted} lies outside the folder of the suite's file; copy it there.")
    return path
