"""Programs from elsewhere that tests need: a browser, a sandbox, proxies. Nothing is installed here."""

from pathlib import Path
from typing import Any

import pytest
from tests.scripts.checkouts import forbidden, load, program

browser = load("provision.browser")
proxies = load("provision.proxies")
sandbox = load("provision.sandbox")
steps = load("provision.steps")


def test_browser_is_found_if_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(browser, "APPLICATIONS", ())
    program(tmp_path / "chromium", "cannot load a library", 127)
    assert browser.find_browser(str(tmp_path)) is None
    chrome = program(tmp_path / "google-chrome", "Chrome 1")
    assert browser.find_browser(str(tmp_path)) == chrome
    shell = program(tmp_path / "chromium-headless-shell", "Chromium 1")
    assert browser.find_browser(str(tmp_path)) == shell


@pytest.mark.parametrize(("known", "chosen"), [(0, "chromium-headless-shell"), (100, "chromium")])
def test_browser_comes_from_debian_without_windows_where_there_is_one(
    checkout: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: int, chosen: str
) -> None:
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0)
    program(tmp_path / "apt-get", "")
    program(tmp_path / "apt-cache", "Package: chromium-headless-shell", known)
    monkeypatch.setenv("PATH", str(tmp_path))
    done: list[str] = []
    monkeypatch.setattr(browser, "run_step", lambda _label, command, **_: done.append(command[-1]))
    monkeypatch.setattr(browser, "find_browser", lambda path: Path(path) / done[-1])
    assert browser.from_debian(checkout) == Path("/usr/bin", chosen)
    assert done == ["update", chosen]


def test_browser_given_by_name_must_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "none"))
    with pytest.raises(steps.Stop, match="CHROMIUM is"):
        browser.find_browser()


def test_browser_path_is_kept(checkout: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chrome = program(tmp_path / "p/chromium", "Chromium 1")
    monkeypatch.setenv("CHROMIUM", str(chrome))
    assert browser.ensure_browser(checkout) == chrome
    monkeypatch.delenv("CHROMIUM")
    monkeypatch.setattr(browser, "find_browser", forbidden)
    assert browser.ensure_browser(checkout) == chrome
    assert (checkout.tools / "chromium-path").read_text().strip() == str(chrome)


def test_bubblewrap_that_is_there_is_left_alone(checkout: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    found = program(tmp_path / "p/bwrap", "bubblewrap 1")
    monkeypatch.setenv("PATH", str(found.parent))
    monkeypatch.setattr(sandbox, "run_step", forbidden)
    assert sandbox.ensure_sandbox(checkout) == found


def test_bubblewrap_comes_from_debian_where_that_is_allowed(
    checkout: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    monkeypatch.setattr(sandbox.os, "geteuid", lambda: 0)
    program(tmp_path / "p/apt-get", "")
    monkeypatch.setenv("PATH", str(tmp_path / "p"))
    done: list[str] = []

    def install(label: str, command: list[str], **_: object) -> None:
        done.append(label)
        if "bubblewrap" in command:
            program(tmp_path / "p/bwrap", "bubblewrap 1")

    monkeypatch.setattr(sandbox, "run_step", install)
    assert sandbox.ensure_sandbox(checkout) == tmp_path / "p/bwrap"
    assert done == ["Reading the list of Debian packages", "Installing bubblewrap from Debian"]


@pytest.mark.parametrize("uid", [0, 1000])
def test_without_bubblewrap_a_sentence_says_so_and_work_goes_on(
    checkout: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], uid: int
) -> None:
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    monkeypatch.setattr(sandbox.os, "geteuid", lambda: uid)
    program(tmp_path / "p/apt-get", "no network", 100)
    monkeypatch.setenv("PATH", str(tmp_path / "p"))
    assert sandbox.ensure_sandbox(checkout) is None
    assert "its tests are skipped" in capsys.readouterr().out


ENSURE = {"nginx": proxies.ensure_nginx, "pgbouncer": proxies.ensure_pgbouncer}


@pytest.fixture(params=list(ENSURE))
def proxy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a proxy, which this machine does not have."""
    monkeypatch.setattr(proxies.sys, "platform", "linux")
    monkeypatch.setattr(proxies.os, "geteuid", lambda: 0)
    monkeypatch.setattr(proxies, "FOLDERS", ())
    return str(request.param)


def test_a_proxy_that_is_there_is_left_alone(
    checkout: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    found = program(tmp_path / "p" / proxy, f"{proxy} 1")
    monkeypatch.setenv("PATH", str(found.parent))
    monkeypatch.setattr(proxies, "run_step", forbidden)
    assert ENSURE[proxy](checkout) == found


def test_a_proxy_is_unpacked_and_not_installed(
    checkout: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    program(tmp_path / "p/apt-get", "")
    monkeypatch.setenv("PATH", str(tmp_path / "p"))
    done: list[str] = []

    def run(_label: str, command: list[str], **_: object) -> None:
        done.append(command[-1] if command[0] == "apt-get" else command[0])
        if command[-1] == proxy:
            assert {"download", "--download-only"} & set(command)
            (checkout.tools / f"{proxy}/{proxy}_1.deb").touch()
        if command[0] == "dpkg-deb":
            program(command[-1] / f"usr/sbin/{proxy}", f"{proxy} 1")

    monkeypatch.setattr(proxies, "run_step", run)
    assert ENSURE[proxy](checkout) == checkout.tools / f"{proxy}/usr/sbin/{proxy}"
    assert done == ["update", proxy, "dpkg-deb"]


@pytest.mark.parametrize("uid", [0, 1000])
def test_without_a_proxy_a_sentence_says_so_and_work_goes_on(
    checkout: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    proxy: str,
    uid: int,
) -> None:
    monkeypatch.setattr(proxies.os, "geteuid", lambda: uid)
    program(tmp_path / "p/apt-get", "no network", 100)
    monkeypatch.setenv("PATH", str(tmp_path / "p"))
    assert ENSURE[proxy](checkout) is None
    assert "skipped" in capsys.readouterr().out
