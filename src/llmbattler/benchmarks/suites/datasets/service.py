"""Loads the samples of a suite from files, Hugging Face, generators or the suite itself."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from llmbattler.core.record_files import BadLine, Record, UnreadableFile, guess_format, open_table

from ..definition.errors import UnreadableDataset
from ..definition.spec import DatasetSpec
from ..included.generators import generate
from .hub import Hub
from .records import MOST_REPORTED, MOST_SAMPLES, LoadedDataset, Records, load_samples, recognize_records

LONGEST_TEXT = 10_000_000
MOST_FILES = 10_000
_TEXTS = frozenset({".txt", ".md", ".text"})
SOURCES = ("path", "samples", "huggingface", "included")


def load_dataset(spec: DatasetSpec, *, folder: Path | None, hub: Hub | None = None) -> LoadedDataset:
    """Load the samples. Files must be inside `folder`; without a folder no files are read and none downloaded."""
    given = [name for name in SOURCES if getattr(spec, name) is not None]
    if len(given) != 1:
        raise UnreadableDataset(f"Set exactly one of {', '.join(SOURCES)}; {len(given)} are set.")
    if spec.samples is not None:
        return load_samples(spec.samples, named=spec.format)
    if spec.included is not None:
        return load_samples(generate(spec.included, spec.seed or 0, spec.limit))
    if folder is None:
        raise UnreadableDataset(
            "Files and Hugging Face datasets can only be added on the command line (`llmbattler bench add`); "
            "upload the file instead."
        )
    if spec.huggingface is not None:
        return load_from_hub(spec, hub)
    return load_path(_find(folder, spec.path or ""), named=spec.format)


def load_from_hub(spec: DatasetSpec, hub: Hub | None) -> LoadedDataset:
    """Download one file of a dataset on Hugging Face."""
    if hub is None:
        raise UnreadableDataset("Hugging Face datasets can only be added on the command line.")
    name, file = hub.download(spec)
    with file:
        return load_file(file, name, named=spec.format)


def _find(folder: Path, wanted: str) -> Path:
    inside = folder.resolve()
    path = (inside / wanted).resolve()
    if not path.is_relative_to(inside):
        raise UnreadableDataset(f"{wanted} is outside the folder of the suite's file; copy it there.")
    return path


def load_file(file: BinaryIO, name: str, *, named: str | None = None) -> LoadedDataset:
    """Read one file; its extension decides the format. Raises `UnreadableDataset`."""
    try:
        with open_table(file, name, most_rows=MOST_SAMPLES) as table:
            return load_rows(table, name, named=named)
    except UnreadableFile as error:
        raise UnreadableDataset(f"{Path(name).name}: {error.detail}") from error


def load_rows(rows: Iterable[Record | BadLine], name: str, *, named: str | None = None) -> LoadedDataset:
    kind = Path(name.lower().removesuffix(".gz")).suffix.lstrip(".")
    return recognize_records(Records(rows), kind, named)


def load_path(path: Path, *, named: str | None = None) -> LoadedDataset:
    """Read a file, or all files of a folder in alphabetical order."""
    if not path.exists():
        raise UnreadableDataset(f"The file {path.name} does not exist.")
    try:
        if path.is_dir():
            return _load_folder(path, named)
        with path.open("rb") as file:
            return load_file(file, path.name, named=named)
    except OSError as error:
        raise UnreadableDataset(f"{path.name} cannot be read: {error.strerror}.") from error


def _load_folder(folder: Path, named: str | None) -> LoadedDataset:
    files = sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith("."))
    tables = [file for file in files if is_table(file)]
    texts = [file for file in files if file.suffix.lower() in _TEXTS]
    if len(files) > MOST_FILES:
        raise UnreadableDataset(f"{folder.name} has {len(files):,} files; at most {MOST_FILES:,} are read.")
    if tables:
        # Recognize each file on its own: published datasets are often a folder with one file per subject.
        loaded = [load_path(file, named=named) for file in tables]
        records = [
            {**one, "file": file.stem} if "file" not in one else one
            for file, part in zip(tables, loaded, strict=True)
            for one in part.records
        ]
        skipped = [said for part in loaded for said in part.skipped][:MOST_REPORTED]
        columns = list(dict.fromkeys(name for part in loaded for name in [*part.columns, "file"]))
        kinds = {part.format for part in loaded}
        published_format = loaded[0].published_format if len(kinds) == 1 else None
        kind = kinds.pop() if len(kinds) == 1 else "folder"
        return LoadedDataset(
            records=records, columns=columns, format=kind, skipped=skipped, published_format=published_format
        )
    if texts:
        records = [{"name": file.stem, "text": _read_text(file)} for file in texts]
        return LoadedDataset(records=records, columns=["name", "text"], format="texts")
    raise UnreadableDataset(f"The folder {folder.name} contains neither tables nor text files.")


def is_table(file: Path) -> bool:
    """Tell by its name whether a file has a format that is read as rows."""
    try:
        guess_format(file.name.lower().removesuffix(".gz"))
    except UnreadableFile:
        return False
    return True


def _read_text(file: Path) -> str:
    content = file.read_bytes()
    if len(content) > LONGEST_TEXT:
        raise UnreadableDataset(f"{file.name} is longer than {LONGEST_TEXT:,} bytes.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
