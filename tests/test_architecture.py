"""The laws that import-linter cannot express. Each names the place that breaks it."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "llmbattler"
FOUNDATION = {"core", "connectors", "scorers", "testing"}
WIRING = {"cli", "server", "worker", "migrations"}
READS_EVERYTHING = {"analytics", "migrations"}
OPEN_TO_OTHER_SLICES = {"service", "schemas", "deps", "flow", "errors"}

# Files that may be longer for now. This list only shrinks.
LONG_FILES: dict[str, int] = {}
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}
UNMIRRORED_TESTS = {"cases", "toy", "journeys", "deployment", "examples", "scripts", "perf"}


def _python_files() -> Iterator[Path]:
    return (path for path in SOURCE.rglob("*.py") if "static" not in path.parts)


def _tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *patterns],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("llmbattler")


def _slice_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_law_3_tables_and_queries_are_private_to_their_slice(graph: grimp.ImportGraph) -> None:
    broken = [
        f"{importer} imports {imported}"
        for imported in graph.modules
        if imported.rpartition(".")[2] in {"models", "repository"} and _slice_of(imported) not in FOUNDATION
        for importer in graph.find_modules_that_directly_import(imported)
        if _slice_of(importer) not in {_slice_of(imported), *READS_EVERYTHING}
    ]
    assert not broken, broken


def test_slices_meet_only_at_their_open_modules(graph: grimp.ImportGraph) -> None:
    broken = []
    for importer in graph.modules:
        mine = _slice_of(importer)
        if mine in FOUNDATION | WIRING | READS_EVERYTHING:
            continue
        for imported in graph.find_modules_directly_imported_by(importer):
            other, parts = _slice_of(imported), imported.split(".")
            foreign = other not in {mine, ""} and other not in FOUNDATION
            if foreign and not OPEN_TO_OTHER_SLICES.intersection(parts[2:]):
                broken.append(f"{importer} imports {imported}")
    assert not broken, broken


def test_wiring_names_no_slice(graph: grimp.ImportGraph) -> None:
    """Server, worker, command line and migrations find slices through manifests; `accounts` says who is asking."""
    allowed = FOUNDATION | WIRING | {"accounts", ""}
    broken = [
        f"{importer} imports {imported}"
        for importer in graph.modules
        if _slice_of(importer) in WIRING
        for imported in graph.find_modules_directly_imported_by(importer)
        if _slice_of(imported) not in allowed
    ]
    assert not broken, broken


def test_law_6_nobody_commits_but_the_edge() -> None:
    allowed = {SOURCE / "core" / "db" / name for name in ("migrate.py", "engine.py")}  # `unit()` is the edge
    broken = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in _python_files()
        if path not in allowed
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "commit"
    ]
    assert not broken, broken


def test_units_of_work_end_before_the_answer_is_sent() -> None:
    """A `yield` dependency without scope="function" commits after the answer left."""
    broken = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in _python_files()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Depends"
        and any(isinstance(argument, ast.Name) and argument.id == "open_unit" for argument in node.args)
        and not any(keyword.arg == "scope" for keyword in node.keywords)
    ]
    assert not broken, broken


def test_failures_have_names() -> None:
    broken = [
        str(path.relative_to(ROOT))
        for path in _python_files()
        if "HTTPException" in path.read_text() and path != SOURCE / "core" / "web" / "problems.py"
    ]
    assert not broken, f"HTTPException outside core.web.problems: {broken}"


def test_the_environment_is_read_in_one_place() -> None:
    allowed = {SOURCE / "core" / "settings.py"}
    broken = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in _python_files()
        if path not in allowed
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv", "putenv"}
    ]
    assert not broken, broken


def test_the_clock_is_read_in_one_place() -> None:
    """Elsewhere `core.clock.now`, so that tests can shift the time; ids take their time part themselves."""
    broken = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in _python_files()
        if path.relative_to(SOURCE).parts[0] not in {"testing", "migrations"}
        and path.relative_to(SOURCE).as_posix() not in {"core/clock.py", "core/ids.py"}
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr)
        in {("datetime", "now"), ("datetime", "utcnow"), ("date", "today"), ("time", "time"), ("time", "time_ns")}
    ]
    assert not broken, broken


def test_topics_and_job_names_are_written_once() -> None:
    """Senders and listeners share one constant; mypy refuses a plain text in its place."""
    found: dict[str, list[str]] = {}
    for path in _python_files():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"Topic", "JobName"}:
                found.setdefault(ast.unparse(node), []).append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert found
    assert not {name: places for name, places in found.items() if len(places) > 1}


def test_files_stay_readable_in_one_sitting() -> None:
    broken = []
    for path in _tracked("*.py", "*.ts", "*.tsx"):
        name = str(path.relative_to(ROOT))
        if name.startswith("web/src/api/"):
            continue
        limit = LONG_FILES.get(name, 250 if path.suffix == ".tsx" else 400)
        lines = len(path.read_text().splitlines())
        if lines > limit:
            broken.append(f"{name}: {lines} lines, at most {limit}")
    assert not broken, broken


def test_the_list_of_long_files_only_shrinks() -> None:
    unneeded = [name for name, limit in LONG_FILES.items() if len((ROOT / name).read_text().splitlines()) < limit]
    assert not unneeded, f"lower or remove these entries: {unneeded}"


def test_names_say_what_is_inside() -> None:
    broken = [
        str(path.relative_to(ROOT))
        for path in _tracked("src/**", "web/src/**", "tests/**", "scripts/**")
        if {part.partition(".")[0] for part in path.relative_to(ROOT).parts} & FORBIDDEN_NAMES
    ]
    assert not broken, broken


def test_tests_mirror_the_source() -> None:
    broken = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        parts = path.relative_to(ROOT / "tests").parts
        if parts[0] in UNMIRRORED_TESTS or len(parts) == 1:
            continue
        name = parts[-1].removeprefix("test_").replace("main.py", "__main__.py")
        source = SOURCE.joinpath(*parts[:-1], name)
        if not source.exists() and not source.with_suffix("").is_dir():
            broken.append(str(path.relative_to(ROOT)))
    assert not broken, f"no such source: {broken}"


NO_LOGIC = {"__init__", "models", "schemas", "errors", "manifest"}


def test_modules_with_logic_have_a_test() -> None:
    missing = []
    for path in _python_files():
        parts = path.relative_to(SOURCE).parts
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        logic = any(isinstance(node, functions) for node in ast.walk(ast.parse(path.read_text())))
        if logic and path.stem not in NO_LOGIC and parts[:2] != ("migrations", "versions"):
            test = ROOT.joinpath("tests", *parts[:-1], f"test_{path.stem.strip('_')}.py")
            if not test.exists():
                missing.append(str(path.relative_to(ROOT)))
    assert not missing, f"no test mirrors these: {missing}"


SQL = re.compile(r"\s*(SELECT\s|INSERT INTO\s|UPDATE\s+\w+\s+SET|DELETE FROM\s|WITH\s+\w+\s+AS)")
KEEPS_SQL = {"models", "repository"}


def test_law_4_sql_stays_with_the_queries() -> None:
    broken = []
    for path in _python_files():
        parts = path.relative_to(SOURCE).parts
        if KEEPS_SQL & {path.stem, *parts} or parts[0] == "migrations" or parts[:2] == ("core", "db"):
            continue
        broken += [
            f"{path.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value)
        ]
    assert not broken, broken


def test_every_slice_says_what_it_is_for() -> None:
    for folder in SOURCE.iterdir():
        if (folder / "__init__.py").exists():
            assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text())), folder.name


def test_no_file_names_a_package_registry() -> None:
    hosts = ["pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "npmjs" + ".com", "debian" + ".org"]
    broken = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in _tracked()
        if path.suffix not in {".png", ".woff2"}
        for host in hosts
        if host in path.read_text(errors="replace")
    ]
    assert not broken, broken


def test_a43_nothing_runs_through_a_shell() -> None:
    broken = [str(path.relative_to(ROOT)) for path in _python_files() if "shell=True" in path.read_text()]
    assert not broken, broken
