"""The measurements in perf/ run by hand, so a rename could break them without notice."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

PERF = Path(__file__).parents[2] / "perf"


def list_imports(script: Path) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each import from our package."""
    for node in ast.walk(ast.parse(script.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("llmbattler"):
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("script", sorted(PERF.rglob("*.py")), ids=lambda path: path.stem)
def test_what_a_measurement_imports_exists(script: Path) -> None:
    for module, name in list_imports(script):
        assert hasattr(import_module(module), name) or import_module(f"{module}.{name}"), (module, name)
