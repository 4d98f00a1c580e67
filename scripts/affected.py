"""Find the test files that a change can affect: those that import a changed module, directly or through others."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import grimp

PACKAGE = "llmbattler"
SOURCE = f"src/{PACKAGE}/"
# These read the whole tree.
WHOLE_TREE = ("tests/test_architecture.py", "tests/test_docs.py", "tests/test_names.py")
# After a change of these every test is affected.
SHARED = ("pyproject.toml", "requirements/", "tests/conftest.py", "tests/databases.py", "tests/fork_server.py")


def find_affected_tests(root: Path, changed: Iterable[str]) -> list[str]:
    """Return the test files, relative to the root, that these changed files can affect."""
    paths = [path for path in changed if not path.startswith("web/")]
    if not paths:
        return []
    tests = [str(path.relative_to(root)) for path in sorted((root / "tests").rglob("test_*.py"))]
    if any(path.startswith(SHARED) for path in paths):
        return tests
    modules = find_affected_modules(root, paths)
    folders = tuple(f"{Path(path).parent}/" for path in paths if path.startswith("tests/") and is_shared(path))
    whole_tree = WHOLE_TREE if any(path.startswith(("src/", "tests/", "docs/")) for path in paths) else ()
    return [
        test
        for test in tests
        if test in paths
        or test in whole_tree
        or test.startswith(folders)
        or (imported := list_imports(root, test)) & modules
        or any(module.replace(".", "/") + ".py" in paths for module in imported)
    ]


def is_shared(path: str) -> bool:
    """Fixtures and data are used by tests that do not import them."""
    return path.endswith("conftest.py") or not path.endswith(".py")


def find_affected_modules(root: Path, paths: Iterable[str]) -> set[str]:
    """Return the changed modules of the package and all that import them, also through others."""
    sources = [path for path in paths if path.startswith(SOURCE)]
    if not sources:
        return set()
    graph = grimp.build_graph(PACKAGE)
    changed = {module for path in sources for module in list_modules(root, path, graph.modules)}
    return changed.union(*(graph.find_downstream_modules(module) for module in changed))


def list_modules(root: Path, path: str, known: set[str]) -> Iterator[str]:
    """The module of a file. A package's `__init__` and a data file stand for all modules of their package."""
    name = ".".join(Path(path).relative_to("src").with_suffix("").parts)
    if path.endswith(".py") and not path.endswith("/__init__.py"):
        yield from {name} & known
        return
    package = next(folder for folder in Path(path).parents if (root / folder / "__init__.py").is_file())
    name = ".".join(package.relative_to("src").parts)
    yield from (module for module in known if module == name or module.startswith(f"{name}."))


@cache
def list_imports(root: Path, test: str) -> frozenset[str]:
    """Return the modules that a test file imports, also through helpers in `tests`."""
    found: set[str] = set()
    waiting = [test]
    while waiting:
        for module in read_imports(root / waiting.pop()):
            helper = f"{module.replace('.', '/')}.py"
            if module not in found and module.startswith("tests.") and (root / helper).is_file():
                waiting.append(helper)
            found.add(module)
    return frozenset(found)


def read_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
