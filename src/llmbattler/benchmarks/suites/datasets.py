"""Samples out of files, folders and Hugging Face, with what they were recognised as."""

import importlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from pathlib import Path
from typing import Any, BinaryIO

from llmbattler.core.record_files import BadLine, UnreadableFile, guess_format, open_table

from .errors import UnreadableDataset
from .published import list_formats, recognise
from .recipes import Recipe
from .samples import SampleView, digest, make_id, number_copies, shorten_id
from .spec import DatasetSpec, FieldsSpec

MOST_SAMPLES = 1_000_000
MOST_TOLD = 10
"""Lines that could not be read and are told about."""
LONGEST_TEXT = 10_000_000
MOST_FILES = 10_000
DEEPEST = 50
"""Levels of lists and objects in a sample."""
_TEXTS = frozenset({".txt", ".md", ".text"})
_NUL = re.compile("\x00|[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What was found in a file, after it was read as what it is."""

    records: Sequence[Mapping[str, Any]]
    columns: Sequence[str]
    format: str
    skipped: Sequence[str] = ()
    recipe: Recipe | None = None


def load_file(file: BinaryIO, name: str, *, named: str | None = None) -> Loaded:
    """Read one file; the end of its name tells its kind. Raises `UnreadableDataset`."""
    try:
        with open_table(file, name) as table:
            kind = Path(name.lower().removesuffix(".gz")).suffix.lstrip(".")
            return _finish(_Taking(table), kind, named)
    except UnreadableFile as error:
        raise UnreadableDataset(f"{Path(name).name}: {error.detail}") from error


def load_path(path: Path, *, named: str | None = None) -> Loaded:
    """Read a file, or all files of a folder in the order of their names."""
    if not path.exists():
        raise UnreadableDataset(f"There is no file {path.name}.")
    try:
        if path.is_dir():
            return _load_folder(path, named)
        with path.open("rb") as file:
            return load_file(file, path.name, named=named)
    except OSError as error:
        raise UnreadableDataset(f"{path.name} cannot be read: {error.strerror}.") from error


def _load_folder(folder: Path, named: str | None) -> Loaded:
    files = sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith("."))
    tables = [file for file in files if _is_table(file)]
    texts = [file for file in files if file.suffix.lower() in _TEXTS]
    if len(files) > MOST_FILES:
        raise UnreadableDataset(f"{folder.name} has {len(files):,} files; at most {MOST_FILES:,} are read.")
    if tables:
        # Every file is recognised by itself: published sets often are a folder with one file for each subject.
        loaded = [load_path(file, named=named) for file in tables]
        records = [
            {**one, "file": file.stem} if "file" not in one else one
            for file, part in zip(tables, loaded, strict=True)
            for one in part.records
        ]
        skipped = [said for part in loaded for said in part.skipped][:MOST_TOLD]
        columns = list(dict.fromkeys(name for part in loaded for name in [*part.columns, "file"]))
        kinds = {part.format for part in loaded}
        recipe = loaded[0].recipe if len(kinds) == 1 else None
        kind = kinds.pop() if len(kinds) == 1 else "folder"
        return Loaded(records=records, columns=columns, format=kind, skipped=skipped, recipe=recipe)
    if texts:
        records = [{"name": file.stem, "text": _read_text(file)} for file in texts]
        return Loaded(records=records, columns=["name", "text"], format="texts")
    raise UnreadableDataset(f"The folder {folder.name} holds neither tables nor texts.")


def _is_table(file: Path) -> bool:
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


def load_huggingface(spec: DatasetSpec) -> Loaded:
    """Fetch a dataset by its id, if the package that can do so is there."""
    try:
        package = importlib.import_module("datasets")
    except ImportError:
        raise UnreadableDataset(
            'Datasets of Hugging Face need the package "datasets": `pip install datasets`, or download the file '
            "and name it as `path`."
        ) from None
    try:
        found = package.load_dataset(spec.huggingface, spec.config, split=spec.split)
    except (OSError, ValueError, LookupError, ImportError, RuntimeError) as error:
        said = str(error).strip().partition("\n")[0][:300]
        raise UnreadableDataset(f"{spec.huggingface} cannot be fetched: {said}") from error
    return _finish(_Taking(dict(one) for one in found), "huggingface", spec.format)


def load_samples(samples: Sequence[Mapping[str, Any]], *, named: str | None = None) -> Loaded:
    """Samples that stand in the suite itself, or were made. They are what they are, unless a format is named."""
    return _finish(_Taking(samples), "samples", named or "plain")


class _Taking:
    """Takes records out of a table, cleans them, and remembers what could not be read."""

    def __init__(self, rows: Iterable[Any]) -> None:
        self._rows = rows
        self.skipped: list[str] = []

    def __iter__(self) -> Iterator[dict[str, Any]]:
        taken = 0
        for row in self._rows:
            if isinstance(row, BadLine):
                if len(self.skipped) < MOST_TOLD:
                    self.skipped.append(f"line {row.line:,} {row.reason}")
                continue
            taken += 1
            if taken > MOST_SAMPLES:
                raise UnreadableDataset(f"There are more than {MOST_SAMPLES:,} samples; split the file.")
            values = row if isinstance(row, Mapping) else row.values
            try:
                yield {clean(str(name)): clean(value) for name, value in values.items()}
            except RecursionError:
                raise UnreadableDataset(f"Sample {taken:,} is nested too deeply.") from None


def _finish(taking: _Taking, kind: str, named: str | None) -> Loaded:
    records = list(taking)
    if not records:
        first = f" ({taking.skipped[0]})" if taking.skipped else ""
        raise UnreadableDataset(f"There is no sample in it{first}.")
    columns = list(dict.fromkeys(name for one in records[:100] for name in one))
    recipe = recognise(columns, records[0], named=named) if named in {None, *list_formats()} else None
    if recipe is None and named not in {None, "plain"}:
        raise UnreadableDataset(f"It does not look like {named}: it has the columns {', '.join(columns)}.")
    if recipe is not None:
        records = [_convert(recipe, number, one) for number, one in enumerate(records, start=1)]
        columns = list(dict.fromkeys([*(name for name in columns if name in records[0]), *records[0]]))
    return Loaded(
        records=records,
        columns=columns,
        format=recipe.name if recipe else kind,
        skipped=taking.skipped,
        recipe=recipe,
    )


def _convert(recipe: Recipe, number: int, record: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return recipe.convert(record)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise UnreadableDataset(
            f"Sample {number:,} does not look like {recipe.name}, as the first one does; "
            "give `format: plain` to take the columns as they are."
        ) from error


def clean(value: Any, depth: int = 0) -> Any:  # noqa: ANN401 - whatever a file holds
    """As plain JSON, without what PostgreSQL cannot keep. Raises `RecursionError` for what is nested too deeply."""
    if depth > DEEPEST:
        raise RecursionError
    match value:
        case None | bool() | int():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {clean(str(name)): clean(one, depth + 1) for name, one in value.items()}
        case list() | tuple():
            return [clean(one, depth + 1) for one in value]
        case _:
            return _NUL.sub("", _write(value))


def _write(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    return value.isoformat() if isinstance(value, date | time) else str(value)


def merge_fields(wanted: FieldsSpec, recipe: Recipe | None) -> FieldsSpec:
    """What the suite says of the columns, and where it says nothing, what the recipe does."""
    if recipe is None:
        return wanted
    given = {name: value for name, value in wanted.model_dump().items() if value is not None}
    return FieldsSpec(**{**recipe.fields.model_dump(), **given})


def build_samples(records: Sequence[Mapping[str, Any]], spec: DatasetSpec) -> list[SampleView]:
    """Samples with ids, targets, clusters and tags; shuffled and cut as the suite says.

    The order after shuffling depends on the samples and the seed only, so shuffling again changes nothing.
    """
    chosen = list(records)
    if spec.seed is not None and spec.included is None:
        chosen.sort(key=lambda one: digest([spec.seed, one]))
    if spec.limit is not None:
        chosen = chosen[: spec.limit]
    named = spec.fields
    ids = [make_id(one) if named.id is None else shorten_id(one.get(named.id)) for one in chosen]
    return [
        SampleView(
            position=position,
            sample_id=sample_id,
            fields=one,
            target=None if named.target is None else one.get(named.target),
            cluster=_word(one.get(named.cluster)) if named.cluster is not None else None,
            tags=_tags(one.get(named.tags)) if named.tags is not None else (),
        )
        for position, (sample_id, one) in enumerate(zip(number_copies(ids), chosen, strict=True))
    ]


def _word(value: Any) -> str | None:  # noqa: ANN401 - whatever a dataset holds
    return None if value is None or value == "" else str(value)[:200]


def _tags(value: Any) -> list[str]:  # noqa: ANN401 - whatever a dataset holds
    several = value if isinstance(value, list) else str(value).split(",") if value is not None else []
    return [word[:100] for one in several if (word := str(one).strip())]
