"""A87 and A88 of the listed attacks: what gets installed is what was locked, and nothing runs by lying around."""

import base64
import hashlib
import importlib
import json
import re
import site
import sys
import sysconfig
import tomllib
import zipfile
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
PINNED = re.compile(r"(?P<name>[a-z0-9][a-z0-9._-]*)==\S+( ; [^\\]+)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def load(name: str) -> ModuleType:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(ROOT / "scripts"))


Checkout = load("provision.checkout").Checkout
lock = load("lock")
python_env = load("provision.python_env")
Stop = load("provision.steps").Stop


def read_lock(path: Path) -> dict[str, list[str]]:
    """The hashes of every package."""
    lines = [line for line in path.read_text().splitlines() if not line.lstrip().startswith("#")]
    found: dict[str, list[str]] = {}
    for entry in re.split(r"(?<!\\)\n", "\n".join(lines)):
        first, *hashes = [part.strip() for part in entry.split("\\\n")]
        if not first:
            continue
        pinned = PINNED.fullmatch(first)
        assert pinned is not None, f"{path.name}: {first} is not pinned"
        assert hashes, f"{path.name}: {first} has no hash"
        assert all(HASH.fullmatch(one) for one in hashes), f"{path.name}: {first}"
        found.setdefault(pinned["name"], []).extend(hashes)
    return found


def normal(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", requirement)[0]).lower()


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_a87_everything_locked_is_pinned_with_its_hashes(path: Path) -> None:
    assert read_lock(path)


def test_a87_no_dependency_is_missing_from_its_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    runtime = {normal(one) for one in project["dependencies"]}
    assert runtime - {normal(name) for name in read_lock(ROOT / "requirements/runtime.lock")} == set()
    development = runtime | {normal(one) for one in project["optional-dependencies"]["dev"]}
    assert development - {normal(name) for name in read_lock(ROOT / "requirements/dev.lock")} == set()


def test_a87_every_package_of_the_web_app_has_its_hash() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    installed = {name: one for name, one in packages.items() if name and not (one.get("link") or one.get("inBundle"))}
    assert len(installed) > 100
    assert [name for name, one in installed.items() if not one.get("integrity", "").startswith("sha512-")] == []


INSTALLS = re.compile(r"pip[\"' ,]+(install|sync)|\bnpm (install|i)\b|[\"']install[\"'], [\"']--quiet")
OURSELVES = ("/build/dist/*.whl", '"--no-deps", "--no-build-isolation"')
HASHES_ON_THE_LINE_ABOVE = "*options"


def test_a87_nothing_is_installed_without_hashes() -> None:
    places = [ROOT / "Dockerfile", ROOT / "Makefile", *(ROOT / "scripts").rglob("*.py")]
    places += (ROOT / ".github").rglob("*.yml")
    lines = [(path.name, *pair) for path in places for pair in _with_the_line_before(path)]
    installs = [one for one in lines if INSTALLS.search(one[2]) and not any(word in one[2] for word in OURSELVES)]
    assert len(installs) >= 4
    loose = [
        (name, line)
        for name, before, line in installs
        if "--require-hashes" not in (before if HASHES_ON_THE_LINE_ABOVE in line else line)
    ]
    assert loose == []


def _with_the_line_before(path: Path) -> list[tuple[str, str]]:
    lines = path.read_text().splitlines()
    return list(zip(["", *lines], lines, strict=False))


def make_wheel(folder: Path) -> str:
    """A package of one line; gives the hash of its wheel."""
    info = "harmless-1.0.dist-info"
    files = {
        "harmless.py": b"X = 1\n",
        f"{info}/METADATA": b"Metadata-Version: 2.1\nName: harmless\nVersion: 1.0\n",
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
        for name, data in files.items()
    ]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    path = folder / "harmless-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, data in files.items():
            wheel.writestr(name, data)
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A checkout whose only packages are in a folder, with an environment to install them into."""
    found, folder = Checkout(tmp_path), tmp_path / "packages"
    folder.mkdir()
    (tmp_path / "requirements").mkdir()
    for name in python_env.LOCKS["run"]:
        found.lock(name).write_text("")
    found.lock("runtime").write_text(f"harmless==1.0 \\\n    --hash=sha256:{make_wheel(folder)}\n")
    monkeypatch.setenv("UV_NO_INDEX", "1")
    monkeypatch.setenv("UV_FIND_LINKS", str(folder))
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    python_env.make_environment(found, uv())
    return found


def uv() -> Path:
    ours: Path = Checkout(ROOT).uv
    return ours if ours.is_file() else python_env.uv_of_the_machine()


def installed(checkout: Any) -> bool:
    return any(checkout.venv.rglob("harmless.py"))


def test_a87_the_right_hash_installs(checkout: Any) -> None:
    python_env.sync_packages(checkout, uv(), "run")
    assert installed(checkout)


def change_a_hash(line: str) -> str:
    return line[:-2] + ("0" if line[-2] != "0" else "1") + "\n"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (change_a_hash, "ash"),
        (lambda line: line.partition(" ")[0] + "\n", "ash"),
        (lambda line: line.replace("==1.0", ">=1.0"), "=="),
        (lambda line: line + "surplus==1.0\n", "ash"),
    ],
    ids=["one changed hash", "no hash", "not pinned", "one more without a hash"],
)
def test_a87_a_lock_that_was_tampered_with_installs_nothing(checkout: Any, spoil: Any, reason: str) -> None:
    checkout.lock("runtime").write_text(spoil(checkout.lock("runtime").read_text()))
    with pytest.raises(Stop, match=reason):
        python_env.sync_packages(checkout, uv(), "run")
    assert not installed(checkout)


@pytest.mark.parametrize("upgrade", [False, True])
def test_a87_locking_takes_nothing_that_came_out_just_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, upgrade: bool
) -> None:
    steps: list[list[str]] = []
    monkeypatch.setattr(lock, "run_step", lambda _label, command, **_: steps.append([str(one) for one in command]))
    lock.lock_all(Checkout(tmp_path), upgrade)
    compiled = [step for step in steps if "compile" in step]
    assert len(compiled) == len(LOCKS)
    for step in compiled:
        assert step[step.index("--exclude-newer") + 1] == lock.COOLING
        assert "--generate-hashes" in step
    assert re.fullmatch(r"[1-9]\d* days", lock.COOLING)


# Whoever adds a line here says which package brings the file, and why it must run when Python starts.
STARTS_WITH_PYTHON = {
    "_llmbattler.pth": "llmbattler",  # the path to src/, in a checkout only
    "a1_coverage.pth": "coverage",  # measures child processes, in development only
}


def test_a88_only_known_files_run_when_python_starts() -> None:
    folders = {Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")} | set(map(Path, sys.path))
    folders |= {Path(site.getusersitepackages())} if site.ENABLE_USER_SITE else set()
    inside = [folder for folder in folders if folder.is_dir() and folder.is_relative_to(sys.prefix)]
    found = {path.name for folder in inside for path in folder.glob("*.pth")}
    assert found - STARTS_WITH_PYTHON.keys() == set()
    custom = [path for folder in folders for path in folder.glob("*customize*") if folder.is_dir()]
    assert [path for path in custom if path.stem in {"sitecustomize", "usercustomize"}] == []


def test_a88_each_of_them_belongs_to_its_package() -> None:
    owners = {
        file.name: normal(one.metadata["Name"])
        for one in distributions()
        for file in one.files or ()
        if file.suffix == ".pth" or file.stem in {"sitecustomize", "usercustomize"}
    }
    assert owners.items() <= STARTS_WITH_PYTHON.items()


def test_a88_the_checkout_adds_a_path_and_no_code() -> None:
    for path in Path(sysconfig.get_path("purelib")).glob("_llmbattler.pth"):
        assert [line for line in path.read_text().splitlines() if line.startswith("import")] == []


def test_a88_no_locked_package_of_a_running_site_starts_with_python() -> None:
    runtime = {normal(name) for name in read_lock(ROOT / "requirements/runtime.lock")}
    assert runtime & (set(STARTS_WITH_PYTHON.values()) - {"llmbattler"}) == set()
