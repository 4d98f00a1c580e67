"""Names and words that machines can check. docs/glossary.md explains the words that are ours."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "llmbattler"
GLOSSARY = ROOT / "docs" / "glossary.md"

REPOSITORY_VERBS = ("get_", "list_", "find_", "add_", "update_", "delete_", "lock_", "count_")

REFUSED = {
    "desk": "admin",
    "errand": "call context",
    "purse": "budget",
    "doom": "cause",
    "fall_sick": "mark_unhealthy",
    "is_hungry": "has_capacity",
    "e-mail": "email",
    "included model": "built-in model",
}
"""Words that code, docs and pages no longer use, and what to write instead."""

BRITISH = re.compile(
    r"\b(?:(?:apolog|capital|character|custom|emphas|final|general|initial|local|maxim|memor|minim|neutral|normal|optim"
    r"|organ|penal|prior|pseudonym|real|recogn|regular|serial|special|standard|summar|synchron|util|visual)"
    r"is(?:e[drs]?|ing|ations?)|analys(?:e[drs]?|ing)|(?:behavi|col|fav|flav|hon|neighb)our\w*|(?:cent|fib|lit|met)red?s?"
    r"|(?:label|model|signal|travel)l(?:ed|ing)|(?:defen|licen|offen)ce|artefacts?|catalogues?|grey\w*|judgement|learnt"
    r"|per cent|programmes?|whilst)\b",
    re.IGNORECASE,
)

# Where an old word or spelling has to stay: a path that still works, the glossary, texts as people write them, and
# generated samples, whose digests must not change.
OLD_WORDS_STAY = {
    "src/llmbattler/server/app.py",
    "docs/glossary.md",
    "docs/admin.md",
    "src/llmbattler/arena/identity/question_phrases.py",
    "src/llmbattler/generation/classification/category_cues.py",
    "scripts/demo_recording/constrained_texts.py",
    "scripts/demo_recording/support-tickets.yaml",
    *(
        f"src/llmbattler/benchmarks/suites/included/{name}.py"
        for name in ("arithmetic", "code", "instructions", "logic", "needles", "refusals", "structured")
    ),
    "tests/benchmarks/suites/included/test_logic.py",
    "tests/test_names.py",
    "tests/arena/identity/test_detection.py",
    "web/src/features/arena/fns/sse.test.ts",
}


def _tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *patterns],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


def _modules() -> Iterator[tuple[str, Path]]:
    """Give every module's own name; a package's is that of its folder."""
    for path in SOURCE.rglob("*.py"):
        if "static" not in path.parts and "versions" not in path.parts:
            yield (path.parent.name if path.stem == "__init__" else path.stem), path


def test_modules_are_nouns() -> None:
    explained = GLOSSARY.read_text()
    broken = [
        str(path.relative_to(ROOT))
        for name, path in _modules()
        if name.endswith("ing") and f"`{name}`" not in explained and name != "testing"
    ]
    assert not broken, f"name it by a noun, or explain the noun in docs/glossary.md: {broken}"


def test_repository_functions_say_what_they_do_to_rows() -> None:
    broken = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in SOURCE.rglob("*.py")
        if path.stem == "repository" or path.parent.name == "repository"
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith(("_", *REPOSITORY_VERBS))
    ]
    assert not broken, broken


@pytest.mark.parametrize("word", REFUSED)
def test_refused_words_are_gone(word: str) -> None:
    wanted = re.compile(rf"(?<![a-z]){word}(?![a-z])" if "_" not in word else word, re.IGNORECASE)
    broken = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in _tracked("src/**", "web/src/**", "docs/*.md")
        if path.suffix in {".py", ".ts", ".tsx", ".css", ".md"}
        and "versions" not in path.parts
        and "decisions" not in path.parts
        and str(path.relative_to(ROOT)) not in OLD_WORDS_STAY
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if wanted.search(line)
    ]
    assert not broken, f"write {REFUSED[word]!r} instead: {broken}"


def test_spelling_is_american() -> None:
    broken = [
        f"{path.relative_to(ROOT)}:{number}: {found[0]}"
        for path in _tracked("src/**", "web/src/**", "docs/*.md", "tests/**", "scripts/**", "perf/**", "*.md")
        if path.suffix in {".py", ".ts", ".tsx", ".md"}
        and not {"versions", "decisions"} & set(path.parts)
        and str(path.relative_to(ROOT)) not in OLD_WORDS_STAY
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (found := BRITISH.search(line)) is not None
    ]
    assert not broken
