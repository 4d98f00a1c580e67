"""The installer's decisions: what is stale, what can be used, what a person is told. Nothing is installed here."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.scripts.checkouts import SCRIPTS, forbidden, load, program, write

bootstrap = load("bootstrap")
node = load("provision.node")
python_env = load("provision.python_env")
stamps = load("provision.stamps")
steps = load("provision.steps")
web = load("provision.web")


@pytest.mark.parametrize(
    ("version", "old"), [((2, 7, 18), True), ((3, 10, 13), True), ((3, 11, 0), False), ((3, 14), False)]
)
def test_python_version(version: tuple[int, ...], old: bool) -> None:
    assert bootstrap.too_old(version) is old


def test_an_old_python_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        bootstrap.use_a_newer_python()


def test_a_newer_python_on_the_path_takes_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    newer = program(tmp_path / "python3.12", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    called: list[str] = []

    def execute(path: str, _arguments: list[str]) -> None:
        called.append(path)
        raise SystemExit(0)

    monkeypatch.setattr(os, "execv", execute)
    with pytest.raises(SystemExit):
        bootstrap.use_a_newer_python()
    assert called == [str(newer)]


def test_digest_follows_contents_and_names_not_times(tmp_path: Path) -> None:
    one = write(tmp_path / "one", "text")
    before = stamps.digest(tmp_path, [one])
    os.utime(one, (1, 1))
    assert stamps.digest(tmp_path, [one]) == before
    assert stamps.digest(tmp_path, [write(tmp_path / "two", "text")]) != before
    write(one, "other")
    assert stamps.digest(tmp_path, [one]) != before


def test_digest_notices_a_missing_file(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    before = stamps.digest(tmp_path, [gone])
    write(gone, "missing")
    assert stamps.digest(tmp_path, [gone]) != before


@pytest.mark.parametrize("text", ["", "{", "[1]", "\x00"])
def test_a_damaged_stamp_counts_as_none(tmp_path: Path, text: str) -> None:
    assert stamps.read_stamp(write(tmp_path / "stamp", text)) == {}


def test_identity_of_a_program_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "python").symlink_to(tmp_path / "nowhere")
    assert stamps.identity(tmp_path / "python") == ""


def stamped(checkout: Any, level: str) -> dict[str, str]:
    stamp: dict[str, str] = python_env.wanted_stamp(checkout, level)
    stamps.write_stamp(python_env.stamp_file(checkout), stamp)
    return stamp


@pytest.mark.parametrize(("installed", "asked"), [("run", "run"), ("dev", "dev"), ("dev", "run")])
def test_a_fresh_environment_starts_no_process(
    checkout: Any, monkeypatch: pytest.MonkeyPatch, installed: str, asked: str
) -> None:
    stamped(checkout, installed)
    monkeypatch.setattr(subprocess, "Popen", forbidden)
    python_env.ensure_python(checkout, asked)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that would have run."""
    labels: list[str] = []
    monkeypatch.setattr(python_env, "run_step", lambda label, *_, **__: labels.append(label))
    monkeypatch.setattr(web, "run_step", lambda label, *_, **__: labels.append(label))
    monkeypatch.setattr(python_env, "ensure_uv", lambda _: Path("uv"))
    monkeypatch.setattr(web, "ensure_node", lambda checkout: checkout.bin)
    return labels


def test_a_changed_lock_reinstalls_at_the_level_that_was_there(checkout: Any, done: list[str]) -> None:
    stamped(checkout, "dev")
    write(checkout.lock("dev"), "changed")
    python_env.ensure_python(checkout, "run")
    assert done == ["Installing Python packages", "Installing llmbattler itself"]
    assert stamps.read_stamp(python_env.stamp_file(checkout))["level"] == "dev"


def test_a_changed_pyproject_reinstalls_only_the_checkout(checkout: Any, done: list[str]) -> None:
    stamped(checkout, "run")
    write(checkout.root / "pyproject.toml", "[project.scripts]")
    python_env.ensure_python(checkout, "run")
    assert done == ["Installing llmbattler itself"]


def test_run_grows_into_dev(checkout: Any, done: list[str]) -> None:
    stamped(checkout, "run")
    python_env.ensure_python(checkout, "dev")
    assert done == ["Installing Python packages", "Installing llmbattler itself"]


@pytest.mark.parametrize("key", ["root", "platform", "interpreter"])
def test_a_moved_or_foreign_environment_is_made_anew(checkout: Any, done: list[str], key: str) -> None:
    stamp = stamped(checkout, "run")
    stamps.write_stamp(python_env.stamp_file(checkout), stamp | {key: "elsewhere"})
    python_env.ensure_python(checkout, "run")
    assert done[0] == "Creating a Python environment"


def test_an_environment_without_its_interpreter_is_made_anew(checkout: Any, done: list[str]) -> None:
    stamped(checkout, "run")
    checkout.python.unlink()
    checkout.python.symlink_to(checkout.root / "nowhere")
    python_env.ensure_python(checkout, "run")
    assert done[0] == "Creating a Python environment"


def test_an_interrupted_installation_leaves_no_stamp(checkout: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stamped(checkout, "run")
    write(checkout.lock("runtime"), "changed")

    def fail(*_: object, **__: object) -> None:
        raise steps.Stop("no network")

    monkeypatch.setattr(python_env, "run_step", fail)
    monkeypatch.setattr(python_env, "ensure_uv", lambda _: Path("uv"))
    with pytest.raises(steps.Stop):
        python_env.ensure_python(checkout, "run")
    assert not python_env.stamp_file(checkout).exists()


def test_a_pinned_uv_is_reused(checkout: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write(checkout.uv, "")
    wanted = {"platform": stamps.this_platform(), "lock": stamps.digest(checkout.root, [checkout.lock("installer")])}
    stamps.write_stamp(checkout.tools / "uv" / ".stamp.json", wanted)
    monkeypatch.setattr(subprocess, "Popen", forbidden)
    assert python_env.ensure_uv(checkout) == checkout.uv


def test_without_pip_and_venv_the_machines_uv_serves(
    checkout: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(python_env, "probe", lambda *_, **__: None)
    found = program(tmp_path / "path" / "uv", "uv 0")
    monkeypatch.setenv("PATH", str(found.parent))
    assert python_env.ensure_uv(checkout) == found


def test_without_any_installer_a_sentence_names_the_package(checkout: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_env, "probe", lambda *_, **__: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(steps.Stop, match="apt install python3-venv"):
        python_env.ensure_uv(checkout)


@pytest.mark.parametrize(
    ("version", "good"),
    [
        ("v18.20.0", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v20.20.2", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.19.0", True),
        ("", False),
        ("nonsense", False),
    ],
)
def test_node_version(version: str, good: bool) -> None:
    assert node.new_enough(version) is good


def test_node_is_found_with_npm_only(tmp_path: Path) -> None:
    path = tmp_path / "with space"
    program(path / "node", f"v22.12.0 {path}/node")
    assert node.find_node(str(path)) is None
    npm = program(path / "npm", "")
    assert node.find_node(str(path)) == (path / "node", npm)


@pytest.mark.parametrize(("answer", "code"), [("v18.0.0 /usr/bin/node", 0), ("v22.12.0 /usr/bin/node", 1)])
def test_node_that_is_old_or_broken_is_passed_over(tmp_path: Path, answer: str, code: int) -> None:
    program(tmp_path / "node", answer, code)
    program(tmp_path / "npm", "")
    assert node.find_node(str(tmp_path)) is None


def test_node_commands_stay_valid_until_node_changes(checkout: Any, tmp_path: Path) -> None:
    real, npm = program(tmp_path / "n/node", "v22.12.0"), program(tmp_path / "n/npm", "npm says hello")
    node.write_commands(checkout, real, npm)
    stamp = node.wanted_stamp(checkout, real, npm)
    assert (
        subprocess.run([checkout.bin / "npm"], capture_output=True, text=True, check=True).stdout == "npm says hello\n"
    )
    assert node.still_there(checkout, stamp)
    program(real, "v24.0.0 is longer")
    assert not node.still_there(checkout, stamp)
    real.unlink()
    assert not node.still_there(checkout, stamp)


def test_web_build_follows_its_sources(checkout: Any, done: list[str]) -> None:
    assert web.build_is_stale(checkout)
    web.ensure_build(checkout)
    assert done == ["Installing web packages", "Building the web app"]
    assert not web.build_is_stale(checkout)
    write(checkout.web / "src/main.test.tsx", "a test is not a source")
    assert not web.build_is_stale(checkout)
    write(checkout.web / "src/added.tsx", "1")
    assert web.build_is_stale(checkout)


def test_web_build_by_hand_or_its_loss_is_noticed(checkout: Any, done: list[str]) -> None:
    web.ensure_build(checkout)
    write(checkout.static / "index.html", "<html>built by hand")
    assert web.build_is_stale(checkout)
    web.ensure_build(checkout)
    (checkout.static / "index.html").unlink()
    assert web.build_is_stale(checkout)
    assert done.count("Installing web packages") == 1


def test_web_packages_follow_their_lock(checkout: Any, done: list[str]) -> None:
    web.ensure_packages(checkout)
    web.ensure_packages(checkout)
    assert done == ["Installing web packages"]
    write(checkout.web / "package-lock.json", '{"changed": true}')
    web.ensure_packages(checkout)
    assert done == ["Installing web packages"] * 2


def test_a_failed_step_shows_its_output_without_hosts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(steps.Stop, match="https://…/simple/x"):
        steps.run_step("Trying", ["sh", "-c", "echo https://user:word@index.example/simple/x; exit 3"], cwd=tmp_path)
    assert capsys.readouterr().out.startswith("Trying…  failed")


def test_a_step_that_works_says_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps.run_step("Trying", ["sh", "-c", "echo much output"], cwd=tmp_path)
    assert capsys.readouterr().out == "Trying…  done\n"


@pytest.mark.parametrize("command", [["/nowhere/program"], ["sleep", "30"]])
def test_a_step_that_cannot_start_or_end_stops(tmp_path: Path, command: list[str]) -> None:
    with pytest.raises(steps.Stop):
        steps.run_step("Trying", command, cwd=tmp_path, limit=0.5)


def test_installers_do_not_see_an_active_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", "/somewhere")
    assert "VIRTUAL_ENV" not in steps.tool_env()


def test_the_second_of_two_waits(tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(SCRIPTS)!r})\n"
        "from pathlib import Path\nfrom provision.steps import only_one\n"
        f"with only_one(Path({str(tmp_path / 'lock')!r})): print('mine')\n"
    )
    with steps.only_one(tmp_path / "lock"):
        waiting = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert waiting.stdout is not None
        assert "Waiting for another make" in waiting.stdout.readline()
    assert waiting.communicate(timeout=20)[0] == "mine\n"
