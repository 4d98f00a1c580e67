from pathlib import Path

from tests.scripts.checkouts import load, write

affected = load("affected")

ROOT = Path(__file__).parents[2]


def find(*changed: str) -> set[str]:
    return set(affected.find_affected_tests(ROOT, changed))


def test_a_module_affects_its_own_tests_and_those_of_its_importers() -> None:
    found = find("src/llmbattler/catalog/service.py")
    assert "tests/catalog/test_service.py" in found
    assert "tests/arena/turns/test_flow.py" in found
    assert "tests/ratings/estimation/test_bradley_terry.py" not in found
    assert "tests/accounts/test_passwords.py" not in found


def test_a_pure_module_affects_few() -> None:
    found = find("src/llmbattler/scorers/checks/counts.py")
    assert "tests/catalog/test_service.py" not in found
    assert set(affected.WHOLE_TREE) <= found


def test_data_affects_the_tests_of_its_package() -> None:
    assert "tests/connectors/builtin/test_demo.py" in find("src/llmbattler/core/demo.zip")


def test_fixtures_affect_the_tests_below_and_helpers_those_that_import_them() -> None:
    assert "tests/catalog/providers/test_routes.py" in find("tests/catalog/conftest.py")
    assert "tests/arena/test_service.py" not in find("tests/catalog/conftest.py")
    assert "tests/accounts/people/test_routes.py" in find("tests/clients.py")


def test_shared_fixtures_and_locks_affect_everything() -> None:
    every = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}
    assert find("requirements/dev.lock") == every
    assert find("tests/conftest.py") == every


def test_the_web_app_affects_no_python_test() -> None:
    assert find("web/src/app/main.tsx") == set()


def test_imports_are_followed_through_helpers(tmp_path: Path) -> None:
    write(tmp_path / "tests/test_a.py", "from tests.helpers import b\n")
    write(tmp_path / "tests/helpers.py", "import llmbattler.core.ids\n")
    assert "llmbattler.core.ids" in affected.list_imports(tmp_path, "tests/test_a.py")
