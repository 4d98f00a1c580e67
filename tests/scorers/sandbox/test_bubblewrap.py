import shutil

import pytest

from llmbattler.scorers.errors import NoSandbox
from llmbattler.scorers.sandbox import bubblewrap
from llmbattler.scorers.sandbox.bubblewrap import Bubblewrap
from llmbattler.scorers.sandbox.interpreter import list_paths


async def test_without_bubblewrap_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(NoSandbox, match="not installed"):
        await Bubblewrap().run("print(1)", seconds=1, memory_mb=64)


@pytest.mark.parametrize("as_root", [True, False])
def test_every_namespace_is_separate(as_root: bool) -> None:
    options = bubblewrap._list_namespaces(as_root=as_root)
    assert {"--unshare-net", "--unshare-pid", "--unshare-ipc", "--new-session", "--die-with-parent"} <= set(options)
    assert ("--unshare-user" in options) is not as_root
    assert ("--cap-drop" in options) is as_root


def test_only_pythons_files_are_mounted_and_the_root_is_read_only() -> None:
    options = bubblewrap._list_mounts()
    mounted = {options[place + 1] for place, option in enumerate(options) if option in {"--ro-bind", "--symlink"}}
    sources = {str(path.readlink()) if path.is_symlink() else str(path) for path in list_paths()}
    assert mounted == sources
    assert "--bind" not in options
    assert "/proc" not in options
    assert options[-2:] == ["--remount-ro", "/"]
