"""What a slice registers in one place, its `manifest.py`: server, worker, CLI, migrations and doctor read it.

A manifest names things as "module:attribute" and loads them when they are needed, so that a worker loads no web
framework and `llmbattler --help` loads no slice.
"""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from .plugins import list_plugins, load_plugin
from .resources import Resources

GROUP = "llmbattler.slices"
"""Entry points of other packages that bring a slice; those of this package are found by their folders."""

Reference: TypeAlias = str
"""`package.module:attribute`."""
Step: TypeAlias = Callable[[Resources], Coroutine[None, None, None]]
Opener: TypeAlias = Callable[[Resources], AbstractAsyncContextManager[object]]


class BadManifest(RuntimeError):
    """A manifest names something that is not there, or a slice that does not exist."""


class Process(StrEnum):
    """Where a resource is opened."""

    ANY = "any"
    """In every process that opens the site: server, worker, command line."""
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Router:
    router: Reference
    unlimited: bool = False
    """Reading is limited per person; health checks and sockets are not counted."""
    busy: bool = False
    """Routes are compared with a request one after the other, so those that are asked for most come first."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that is opened at start and closed at the end."""

    open: Reference
    """An async context manager that takes `Resources` and adds what it opened to them."""
    process: Process = Process.ANY


@dataclass(frozen=True, slots=True)
class Command:
    """A command, or a group of commands, of `llmbattler`."""

    name: str
    app: Reference
    """A Typer application, or a function."""
    help: str
    """Shown by `llmbattler --help`, which loads no command."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What models are called for. The ledger stores its name; budgets and analytics group by it."""

    name: str
    personal: bool = False
    """Made for the caller alone, so a provider key of their own may pay for it."""
    blind: bool = False
    """Its cost and time could reveal who answers, so they join every view only at night."""
    maintenance: bool = False
    """A probe or a test: not an answer to a person, so usage figures leave it out."""
    frequent: bool = False
    """Made many times a second, so a stored key may be a few seconds old."""


@dataclass(frozen=True, slots=True)
class Shareable:
    """A kind of object that its owner can share."""

    kind: str
    get_owner: Reference
    """`async (session, object_id) -> str | None`: who owns it; `None` when there is no such object."""


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """What search knows of one object. An unvoted blind battle gives its text only."""

    kind: str
    id: str
    owner: str
    title: str
    text: str
    language: str | None = None
    tags: Sequence[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


SearchSource: TypeAlias = Callable[[Any, str], AsyncIterator[SearchDocument]]
"""`(session, owner)`: gives the documents of one owner."""


@dataclass(frozen=True, slots=True)
class JobState:
    """A long job as people see it, the same for every kind."""

    kind: str
    id: str
    title: str
    state: str
    """`queued | running | paused | finished | stopped | cancelled`."""
    done: int
    total: int
    cost_micro_usd: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of long job that people follow."""

    kind: str
    list_running: Reference
    """`async (session, owner | None) -> Sequence[JobState]`: those that have not ended."""


@dataclass(frozen=True, slots=True)
class RowSource:
    """Rows that analytics may count: `kind` names them, `table` is where they are."""

    kind: str
    table: str
    at: str
    """The column with the time of the event."""
    who: str | None = None
    """The column with the person, where there is one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Manifest:
    """Everything the rest of the program needs to know about a slice."""

    name: str
    after: tuple[str, ...] = ()
    """Slices that open before this one and close after it."""
    routers: tuple[Router, ...] = ()
    uploads: Mapping[str, str] = field(default_factory=dict)
    """Paths that take large bodies, each with the content type it takes."""
    middleware: tuple[Reference, ...] = ()
    jobs: tuple[str, ...] = ()
    """Modules that declare jobs with `core.jobs.job`."""
    tables: tuple[str, ...] = ()
    """Modules that declare tables."""
    revisions: str | None = None
    """A package of Alembic revisions with a branch of its own; the slices of this package share `migrations`."""
    owned_data: tuple[Reference, ...] = ()
    """`core.ownership.OwnedData`: how to export, erase and move what the slice keeps of a person."""
    resources: tuple[Resource, ...] = ()
    starts: tuple[Reference, ...] = ()
    """`async (resources)`: what a server does before it takes requests."""
    worker_starts: tuple[Reference, ...] = ()
    """`async (resources)`: what a worker does once, beside its first jobs."""
    loops: Mapping[str, Reference] = field(default_factory=dict)
    """`async (resources)`: what a worker runs beside its jobs, until it is cancelled."""
    commands: tuple[Command, ...] = ()
    checks: tuple[Reference, ...] = ()
    """`async (resources) -> list[core.doctor.Finding]`: what `llmbattler doctor` looks at."""
    contestant_kinds: tuple[Reference, ...] = ()
    """Objects that know one kind of contestants (see `docs/contestants.md`)."""
    settings: Reference | None = None
    purposes: tuple[Purpose, ...] = ()
    shareables: tuple[Shareable, ...] = ()
    search: tuple[Reference, ...] = ()
    """Functions of the type `SearchSource`."""
    job_kinds: tuple[JobKind, ...] = ()
    rows: tuple[RowSource, ...] = ()


def load(reference: Reference) -> Any:  # noqa: ANN401 - whatever the manifest names
    """Import what a manifest names."""
    module, _, attribute = reference.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BadManifest(f"{reference} cannot be loaded: {error}") from error


def list_manifests() -> tuple[Manifest, ...]:
    """Give the manifests of all slices, each after those it names in `after`."""
    return _collect(tuple(sorted(list_plugins(GROUP))))


@lru_cache(maxsize=8)
def _collect(plugins: tuple[str, ...]) -> tuple[Manifest, ...]:
    own = [import_module(f"llmbattler.{name}.manifest").manifest for name in _list_own()]
    return order_manifests([*own, *(load_plugin(GROUP, name) for name in plugins)])


def _list_own() -> list[str]:
    root = Path(__file__).parents[1]
    return sorted(path.parent.name for path in root.glob("*/manifest.py"))


def order_manifests(manifests: Iterable[object]) -> tuple[Manifest, ...]:
    """Sort so that each slice comes after those it needs; refuse doubles, unknown names and cycles."""
    known: dict[str, Manifest] = {}
    for manifest in manifests:
        if not isinstance(manifest, Manifest):
            raise BadManifest(f"An entry point of {GROUP} names {manifest!r}, which is no Manifest.")
        if manifest.name in known:
            raise BadManifest(f"Two slices are named {manifest.name!r}.")
        known[manifest.name] = manifest
    for manifest in known.values():
        if missing := [name for name in manifest.after if name not in known]:
            raise BadManifest(f"The slice {manifest.name} comes after {', '.join(missing)}, which is not installed.")
    try:
        order = TopologicalSorter({name: sorted(known[name].after) for name in sorted(known)}).static_order()
        return tuple(known[name] for name in order)
    except CycleError as error:
        raise BadManifest(f"These slices come after each other: {', '.join(error.args[1])}.") from None


def import_tables() -> None:
    """Import every module with tables, so that the metadata knows all of them."""
    for manifest in list_manifests():
        for module in manifest.tables:
            import_module(module)


def import_jobs() -> None:
    """Import every module that declares jobs."""
    for manifest in list_manifests():
        for module in manifest.jobs:
            import_module(module)


def list_openers(*processes: Process) -> list[Opener]:
    """Give what these processes open, in order."""
    return [
        load(resource.open)
        for manifest in list_manifests()
        for resource in manifest.resources
        if resource.process in processes
    ]


def list_starts() -> list[Step]:
    return [load(reference) for manifest in list_manifests() for reference in manifest.starts]


def list_worker_starts() -> list[Step]:
    return [load(reference) for manifest in list_manifests() for reference in manifest.worker_starts]


def list_loops() -> dict[str, Step]:
    return {name: load(loop) for manifest in list_manifests() for name, loop in manifest.loops.items()}


def list_purposes() -> Mapping[str, Purpose]:
    """Return the purposes of all slices by name. Cached, because every model call looks one up."""
    return _index_purposes(tuple(sorted(list_plugins(GROUP))))


@lru_cache(maxsize=8)
def _index_purposes(plugins: tuple[str, ...]) -> Mapping[str, Purpose]:
    found: dict[str, Purpose] = {}
    for manifest in _collect(plugins):
        for purpose in manifest.purposes:
            if purpose.name in found:
                raise BadManifest(f"Two slices declare the purpose {purpose.name!r}.")
            found[purpose.name] = purpose
    return found
