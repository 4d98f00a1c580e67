"""Facts in the documentation that machines can check: links, paths, commands, names and values."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from llmbattler.accounts.models import Scope
from llmbattler.accounts.oidc.errors import PROBLEMS
from llmbattler.arena.blinding.pacing import Blinding
from llmbattler.arena.models import Flag, Mode, VoteWord
from llmbattler.arena.moderation.models import Category
from llmbattler.benchmarks.results.schemas import SampleFilter
from llmbattler.benchmarks.runs.models import Outcome
from llmbattler.catalog.alerts.models import Delivery
from llmbattler.catalog.models import HealthState
from llmbattler.catalog.providers.schemas import Verdict
from llmbattler.cli.lazy import build, list_commands
from llmbattler.core.db import Base
from llmbattler.core.manifests import import_tables
from llmbattler.generation.contestants.contract import PriceClass

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "llmbattler"
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "perf/*.md", "examples/*/*.md")
    for path in ROOT.glob(pattern)
    if path.name != "CHANGELOG.md"  # it names what existed at the time
)
# Files that the reader writes.
YOURS = {
    "models.yaml",
    "backend/config/models.yaml",
    "compose.override.yml",
    "suite.yaml",
    "support.yaml",
    "docs/decisions/NNNN-title.md",
}
_FILE = re.compile(r"`([\w./-]+\.(?:py|toml|ya?ml|tsx?|md|jsonl|json))`")
_LINK = re.compile(r"(?:\]\(|src=\"|srcset=\")([^)\"\s]+)")
_COMMAND = re.compile(r"(?:\.venv/bin/|`|\$ |^)llmbattler ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?", re.MULTILINE)
_TARGET = re.compile(r"(?:`|^)make ([a-z][a-z-]+)", re.MULTILINE)


def _list_files() -> list[str]:
    listed = ["git", "ls-files", "-co", "--exclude-standard"]
    return subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def _find(pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Find a pattern on every page, with a place to show. Only in shell code does a line start at its first column."""
    for page in PAGES:
        text = _indent_prose(page.read_text())
        for found in pattern.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{page.relative_to(ROOT)}:{line}", found


def _indent_prose(text: str) -> str:
    fence, lines = "", []
    for line in text.splitlines():
        if line.startswith("```"):
            fence = "" if fence else line.removeprefix("```") or "text"
        lines.append(line if fence in {"sh", "console"} else f" {line}")
    return "\n".join(lines)


def _list_anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_paths_exist() -> None:
    known = [f"/{name}" for name in _list_files()]
    broken = [
        f"{place} {found[1]}"
        for place, found in _find(_FILE)
        if found[1] not in YOURS and not any(name.endswith(f"/{found[1]}") for name in known)
    ]
    assert not broken


def test_links_lead_somewhere() -> None:
    broken = []
    for place, found in _find(_LINK):
        file, _, anchor = found[1].partition("#")
        page = ROOT / place.partition(":")[0]
        target = (page.parent / file).resolve() if file else page
        if found[1].startswith("http"):
            continue
        if not target.exists() or (anchor and anchor not in _list_anchors(target)):
            broken.append(f"{place} {found[1]}")
    assert not broken


def test_commands_exist() -> None:
    groups = {command.name: getattr(build(command), "commands", {}) for command in list_commands()}
    groups["version"] = {}
    broken = []
    for place, found in _find(_COMMAND):
        group = groups.get(found[1])
        if group is None or (group and found[2] and found[2] not in group):
            broken.append(f"{place} {found[0]}")
    assert not broken


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert not [f"{place} make {found[1]}" for place, found in _find(_TARGET) if found[1] not in targets]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_pages_name_every_slice(page: str) -> None:
    slices = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    text = (ROOT / page).read_text()
    assert not [name for name in sorted(slices) if not re.search(rf"\b{name}\b", text)]


def _exists(name: str, tables: set[str]) -> bool:
    """Whether the product has a table, a path or an object of this name."""
    parts = name.split(".")
    if parts[0] in tables or (SOURCE / name).exists():
        return True
    while parts and not (SOURCE.joinpath(*parts).exists() or SOURCE.joinpath(*parts).with_suffix(".py").exists()):
        parts.pop()
    found: object = import_module(".".join(["llmbattler", *parts]))
    for attribute in name.split(".")[len(parts) :]:
        found = getattr(found, attribute, None)
    return bool(parts) and found is not None


def test_the_glossary_names_real_code() -> None:
    import_tables()
    tables = set(Base.metadata.tables)
    text = (ROOT / "docs" / "glossary.md").read_text()
    named = [
        name for row in re.findall(r"\|([^|\n]+)\|$", text, re.MULTILINE) for name in re.findall(r"`([\w./]+)`", row)
    ]
    assert not [name for name in named if not (ROOT / name).exists() and not _exists(name, tables)]


@pytest.mark.parametrize(
    ("page", "values"),
    [
        ("sign-in", PROBLEMS.values()),
        ("battles", Flag),
        ("battles", VoteWord),
        ("battles", Mode),
        ("blinding", Blinding),
        ("moderation", Category),
        ("models", HealthState),
        ("keys", Verdict),
        ("budgets", Delivery),
        ("accounts", Scope),
        ("benchmark-results", Outcome),
        ("benchmark-results", SampleFilter),
        ("contestants", PriceClass),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_pages_explain_every_value(page: str, values: Iterable[str]) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text()
    assert not [value for value in values if not re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", text)]
