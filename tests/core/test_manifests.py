import subprocess
import sys
from pathlib import Path

import pytest

import llmbattler
from llmbattler.core import manifests
from llmbattler.core.manifests import (
    BadManifest,
    Manifest,
    Process,
    RowSource,
    list_loops,
    list_manifests,
    list_openers,
    list_starts,
    load,
    order_manifests,
)


def test_a_slice_comes_after_those_it_needs() -> None:
    upper, lower = Manifest(name="a", after=("z",)), Manifest(name="z")
    assert order_manifests([upper, lower]) == (lower, upper)


@pytest.mark.parametrize(
    ("manifests", "sentence"),
    [
        ([Manifest(name="a"), Manifest(name="a")], "Two slices are named 'a'."),
        ([Manifest(name="a", after=("b",))], "The slice a comes after b, which is not installed."),
        ([Manifest(name="a", after=("b",)), Manifest(name="b", after=("a",))], "These slices come after each other"),
        (["a string"], "which is not a Manifest"),
    ],
)
def test_manifests_that_cannot_be_ordered_are_refused(manifests: list[object], sentence: str) -> None:
    with pytest.raises(BadManifest, match=sentence):
        order_manifests(manifests)


def test_two_slices_cannot_register_the_same_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    slices = [Manifest(name=name, rows=(RowSource("letters", name, at="created_at"),)) for name in ("a", "b")]
    monkeypatch.setattr(manifests, "list_manifests", lambda: slices)
    with pytest.raises(BadManifest, match="Two slices declare the row source 'letters'"):
        manifests.list_row_sources()


def test_a_reference_that_cannot_be_loaded_is_refused() -> None:
    with pytest.raises(BadManifest, match=r"llmbattler\.core\.ids:nothing cannot be loaded"):
        load("llmbattler.core.ids:nothing")


def test_every_slice_has_a_manifest_under_its_own_name() -> None:
    """All packages but the wiring, which reads manifests, and the test doubles."""
    packages = {path.parent.name for path in Path(llmbattler.__file__).parent.glob("*/__init__.py")}
    names = {manifest.name for manifest in list_manifests()}
    assert names == packages - {"cli", "server", "worker", "migrations", "testing"}


@pytest.mark.parametrize("manifest", list_manifests(), ids=lambda manifest: manifest.name)
def test_everything_a_manifest_names_is_there(manifest: Manifest) -> None:
    references = [
        *(router.router for router in manifest.routers),
        *manifest.ready_responses.values(),
        *manifest.owned_data,
        *(resource.open for resource in manifest.resources),
        *manifest.starts,
        *manifest.worker_starts,
        *manifest.loops.values(),
        *(command.app for command in manifest.commands),
        *manifest.checks,
        *manifest.contestant_kinds,
        *(one.may_view for one in manifest.shareables),
        *(one.may_follow for one in manifest.topics if one.may_follow is not None),
        *(one.list_unfinished for one in manifest.job_kinds),
        *(one.owner for one in manifest.generation_kinds),
        *([manifest.demo.fill] if manifest.demo else []),
    ]
    for reference in references:
        assert load(reference) is not None
    for module in (*manifest.jobs, *manifest.tables):
        assert load(f"{module}:__name__") == module


def test_a_server_opens_more_than_other_processes() -> None:
    assert set(list_openers(Process.ANY)).isdisjoint(list_openers(Process.SERVER))
    assert list_openers(Process.ANY)
    assert list_starts()
    assert list_loops()


def test_a_worker_loads_no_web_framework() -> None:
    """What every process opens, and the jobs, are imported without it: it would slow their start."""
    program = (
        "import sys; from llmbattler.core.manifests import Process, import_jobs, list_openers; "
        "list_openers(Process.ANY); import_jobs(); "
        "print(*{name.partition('.')[0] for name in sys.modules} & {'fastapi', 'starlette'})"
    )
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert loaded.split() == []
