"""Lists of words and phrases in data files beside the modules that use them."""

import re
from collections.abc import Mapping
from importlib.resources import files

_SECTION = re.compile(r"^\[([A-Z][A-Z_]*)\]$", re.MULTILINE)


def read_word_lists(package: str, file: str) -> Mapping[str, str]:
    """Read the lists of a file by their names. `[NAME]` begins a list; lines before the first one are comments."""
    text = files(package).joinpath(file).read_text(encoding="utf-8")
    _, *parts = _SECTION.split(text)
    names, lists = parts[::2], [part.strip("\n") for part in parts[1::2]]
    if not names or len(set(names)) < len(names) or not all(lists):
        raise ValueError(f"{file} has no lists, an empty one, or two of the same name.")
    return dict(zip(names, lists, strict=True))
