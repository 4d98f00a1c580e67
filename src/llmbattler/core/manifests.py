"""The manifest of a slice: everything that server, worker, CLI, migrations, doctor and other slices read of it.

A manifest names things as "module:attribute" and loads them when they are needed, so that a worker loads no web
framework and `llmbattler --help` loads no slice.
"""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from .plugins import list_plugin_names, load_plugin
from .resources import Resources

GROUP = "llmbattler.slices"
"""Entry points of other packages that bring a slice; those of this package are found by their folders."""

Reference: TypeAlias = str
"""`package.module:attribute`."""
T = TypeVar("T")
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
    """A Typer application, a function, or a tuple of commands, which becomes a group."""
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
    """A kind of object that people own and could share. `accounts.service.access` decides who may view one."""

    kind: str
    may_view: Reference
    """`async (session, settings, viewer, object_id) -> bool`; false for an object that does not exist."""


@dataclass(frozen=True, slots=True)
class LiveTopic:
    """A topic that pages can follow: `name`, or `name:id` for the topics of objects."""

    name: str
    may_follow: Reference | None = None
    """`async (session, settings, viewer, object_id) -> bool`, as of a `Shareable`; the id is empty in a topic without
    one. `None`: everybody may follow the topic, which has no ids."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of long job that people follow. `core.long_jobs` lists the jobs of all kinds."""

    kind: str
    list_unfinished: Reference
    """`async (session, owner | None) -> Sequence[core.long_jobs.LongJob]`; without an owner those of everybody."""


@dataclass(frozen=True, slots=True)
class GenerationKind:
    """A kind of answers in flight. Its owner is made when the first of them needs it."""

    kind: str
    owner: Reference
    """A class that takes `Resources` and follows `generation.streams.contract.GenerationOwner`."""


@dataclass(frozen=True, slots=True)
class RowSource:
    """A table whose rows analytics counts over time."""

    kind: str
    table: str
    at: str
    """The column with the time of the event."""
    who: str | None = None
    """The column with the person who did it. Whoever appears in any source counts as active."""


@dataclass(frozen=True, slots=True)
class DemoData:
    """What a slice adds to the site of `llmbattler demo`."""

    fill: Reference
    """`async (resources, core.demo.DemoRequest) -> str | None`: what was added, in words; `None` when it was there."""
    order: int
    """Slices with a lower number are filled first."""
    weight: float
    """The part of the whole time that it takes, relative to the other slices."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Manifest:
    """Everything the rest of the program needs to know about a slice."""

    name: str
    after: tuple[str, ...] = ()
    """Slices that open before this one and close after it."""
    routers: tuple[Router, ...] = ()
    uploads: Mapping[str, str] = field(default_factory=dict)
    """Paths that take large bodies, each with the content type it takes."""
    ready_responses: Mapping[str, Reference] = field(default_factory=dict)
    """Paths whose responses may be ready before a request arrives; each with a class that finds them."""
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
    measurements: tuple[Reference, ...] = ()
    """`async (session) -> list[core.measurements.Measurement]`: what `/metrics` shows of the whole site."""
    contestant_kinds: tuple[Reference, ...] = ()
    """Objects that know one kind of contestants (see `docs/contestants.md`)."""
    generation_kinds: tuple[GenerationKind, ...] = ()
    settings: Reference | None = None
    purposes: tuple[Purpose, ...] = ()
    shareables: tuple[Shareable, ...] = ()
    topics: tuple[LiveTopic, ...] = ()
    job_kinds: tuple[JobKind, ...] = ()
    rows: tuple[RowSource, ...] = ()
    demo: DemoData | None = None
    site_files: tuple[Reference, ...] = ()
    """`(settings) -> core.backups.parts.SiteFile`: configuration files that a backup contains."""


def load(reference: Reference) -> Any:  # noqa: ANN401 - whatever the manifest names
    """Import what a manifest names."""
    module, _, attribute = reference.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BadManifest(f"{reference} cannot be loaded: {error}") from error


def list_manifests() -> tuple[Manifest, ...]:
    """Return the manifests of all slices, each after those it names in `after`."""
    return _collect(list_plugin_names(GROUP))


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
            raise BadManifest(f"An entry point of {GROUP} names {manifest!r}, which is not a Manifest.")
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
    """Return the resources that these processes open, in order."""
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
    return _index_purposes(list_plugin_names(GROUP))


@lru_cache(maxsize=8)
def _index_purposes(plugins: tuple[str, ...]) -> Mapping[str, Purpose]:
    purposes = [purpose for manifest in _collect(plugins) for purpose in manifest.purposes]
    return _index("purpose", ((purpose.name, purpose) for purpose in purposes))


def list_shareables() -> Mapping[str, Shareable]:
    """Return the shareable kinds of all slices."""
    return _index("shareable kind", ((one.kind, one) for manifest in list_manifests() for one in manifest.shareables))


def list_topics() -> Mapping[str, LiveTopic]:
    """Return the live topics of all slices."""
    return _index("live topic", ((one.name, one) for manifest in list_manifests() for one in manifest.topics))


def list_job_kinds() -> Mapping[str, JobKind]:
    """Return the kinds of long jobs of all slices."""
    return _index("kind of jobs", ((one.kind, one) for manifest in list_manifests() for one in manifest.job_kinds))


def list_generation_kinds() -> Mapping[str, GenerationKind]:
    """Return the kinds of answers in flight of all slices."""
    found = ((one.kind, one) for manifest in list_manifests() for one in manifest.generation_kinds)
    return _index("kind of generations", found)


def list_row_sources() -> Mapping[str, RowSource]:
    """Return the tables that analytics counts, by kind."""
    return _index("row source", ((one.kind, one) for manifest in list_manifests() for one in manifest.rows))


def list_demo_data() -> list[DemoData]:
    """Return what slices add to the demo site, in order."""
    found = [manifest.demo for manifest in list_manifests() if manifest.demo is not None]
    return sorted(found, key=lambda demo: demo.order)


def _index(what: str, named: Iterable[tuple[str, T]]) -> Mapping[str, T]:
    found: dict[str, T] = {}
    for name, one in named:
        if name in found:
            raise BadManifest(f"Two slices declare the {what} {name!r}.")
        found[name] = one
    return found
