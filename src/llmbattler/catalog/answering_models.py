"""Whether a server answered with another model than the one it was asked for.

Many answer under a longer or shorter name of the same model: with a date (`gpt-5` → `gpt-5-2026-01-15`), with or
without the vendor, in other case, or with the words in another order. Such names are not reported.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Self
from urllib.parse import urlsplit

UNNAMED = frozenset({"", "default", "default_model", "model", "none", "null", "unknown"})
"""What servers say that do not know the name of their model."""
FREE_NAMES = (".azure.com",)
"""Hosts on which people choose the names of models themselves."""

_FILE = re.compile(r"(?:[-._](?:i?q\d\w*|bf?16|f16|f32))?\.gguf$")
_RELEASE = re.compile(
    r"-(?:latest|preview|exp|experimental|beta|stable|free|nitro|floor|online|exacto|extended"
    r"|\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2}|\d{8}|\d{6}|\d{4}|00\d)$"
)
_WORD = re.compile(r"[a-z]+|\d+")


def find_other_model(asked: str, answered: str | None, base_url: str = "") -> str | None:
    """Return the name that the server gave if it means another model, else `None`."""
    if answered is None or answered == asked:
        return None
    return _compare(asked, answered, base_url)


@lru_cache(maxsize=1024)
def _compare(asked: str, answered: str, base_url: str) -> str | None:
    if answered.strip().lower() in UNNAMED:
        return None
    if (urlsplit(base_url).hostname or "").endswith(FREE_NAMES):
        return None
    return None if _Name.read(asked).means_same(_Name.read(answered)) else answered


@dataclass(frozen=True, slots=True)
class _Name:
    vendor: frozenset[str]
    words: Counter[str]
    """Without the release."""
    date: str
    """The digits of the release, if there are any."""

    @classmethod
    def read(cls, text: str) -> Self:
        vendor, _, name = text.strip().lower().replace("\\", "/").rpartition("/")
        name = re.sub(r"[^a-z0-9]+", "-", _FILE.sub("", name)).strip("-")
        date = ""
        while release := _RELEASE.search(name):
            name = name[: release.start()]
            date = "".join(filter(str.isdigit, release[0])) + date
        return cls(frozenset(_WORD.findall(vendor)), Counter(_WORD.findall(name)), date)

    def means_same(self, other: Self) -> bool:
        # Somebody who asks for a date and gets another one got another model.
        if self.date and other.date and self.date != other.date:
            return False
        different = (self.words - other.words) + (other.words - self.words)
        return different.keys() <= self.vendor | other.vendor
