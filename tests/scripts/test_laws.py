import subprocess
from pathlib import Path

import pytest
from tests.scripts.checkouts import load

laws = load("laws")

ROOT = Path(__file__).parents[2]
TEMPLATE = ["manifest", "routes | jobs", "service", "repository", "*", "models"]


def make(root: Path, files: dict[str, str]) -> Path:
    source = root / "src" / "llmbattler"
    for name, text in files.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        for folder in path.relative_to(source).parents:
            (source / folder / "__init__.py").touch()
    return source


def test_every_slice_and_room_of_this_project_has_a_contract() -> None:
    names = {contract["name"] for contract in laws.read_laws(ROOT)["contracts"]}
    source = ROOT / "src" / "llmbattler"
    for service in [*source.rglob("service.py"), *source.rglob("service/__init__.py")]:
        folder = service.parent if service.name == "service.py" else service.parent.parent
        parts = folder.relative_to(source).parts
        if parts[0] != "core":
            assert f"Law 2: inside {'.'.join(parts)}" in names


def test_a_new_folder_without_a_place_fails(tmp_path: Path) -> None:
    source = make(tmp_path, {"arena/service.py": "", "arena/models.py": "", "arena/votes/service.py": ""})
    assert laws.Laws(source, TEMPLATE, {"arena": ["votes"]}, []).contracts()
    make(tmp_path, {"arena/brand_new/service.py": ""})
    with pytest.raises(laws.Unplaced, match="brand_new"):
        laws.Laws(source, TEMPLATE, {"arena": ["votes"]}, []).contracts()


def test_a_place_without_a_folder_fails(tmp_path: Path) -> None:
    source = make(tmp_path, {"arena/service.py": ""})
    with pytest.raises(laws.Unplaced, match="votes"):
        laws.Laws(source, TEMPLATE, {"arena": ["votes"]}, []).contracts()


def test_modules_that_the_template_does_not_name_are_pure(tmp_path: Path) -> None:
    source = make(tmp_path, {f"arena/{name}.py": "" for name in ("service", "models", "odds", "pairs")})
    [contract] = laws.Laws(source, TEMPLATE, {}, []).contracts()
    assert contract["layers"] == ["service", "odds : pairs", "models"]


@pytest.mark.parametrize(
    ("breaking", "law"),
    [
        ({"arena/odds.py": "from . import service"}, "Law 2: inside arena BROKEN"),
        ({"arena/models.py": "from . import service"}, "Law 2: inside arena BROKEN"),
        ({"arena/votes/models.py": "from ..battles import service"}, "Law 2: rooms of arena BROKEN"),
        ({}, "0 broken"),
    ],
)
def test_import_linter_finds_what_breaks_a_generated_law(tmp_path: Path, breaking: dict[str, str], law: str) -> None:
    files = {
        "arena/service.py": "from . import odds, models",
        "arena/odds.py": "",
        "arena/models.py": "",
        "arena/battles/service.py": "from ..votes import models",
        "arena/votes/models.py": "",
    }
    source = make(tmp_path, files | breaking)
    contracts = laws.Laws(source, TEMPLATE, {"arena": ["battles", "votes"]}, []).contracts()
    config = tmp_path / "laws.toml"
    config.write_text(laws.write_config({"root_package": "llmbattler", "contracts": contracts}))
    done = subprocess.run(
        [ROOT / ".venv/bin/lint-imports", "--config", config, "--no-cache"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(source.parent), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert law in done.stdout, done.stdout + done.stderr
