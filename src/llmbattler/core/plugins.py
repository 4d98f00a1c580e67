"""Find plug-ins by entry-point name. Built-in ones are found in the same way as those of third parties."""

import sys
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points


class UnknownPlugin(LookupError):
    """No installed package offers this plug-in."""


class BrokenPlugin(RuntimeError):
    """An installed plug-in could not be loaded."""


def list_plugins(group: str) -> dict[str, EntryPoint]:
    """List the plug-ins of a group without importing them."""
    return dict(_scan(group, tuple(sys.path)))


def list_plugin_names(group: str) -> tuple[str, ...]:
    """List the names of the plug-ins of a group, sorted. Fast enough for every model call."""
    return _sort_names(group, tuple(sys.path))


@lru_cache(maxsize=8)
def _sort_names(group: str, path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(_scan(group, path)))


@lru_cache(maxsize=8)
def _scan(group: str, path: tuple[str, ...]) -> dict[str, EntryPoint]:  # noqa: ARG001 - part of the cache key
    """Cached, since reading the metadata of all installed packages takes 20 ms."""
    return {point.name: point for point in entry_points(group=group)}


def load_plugin(group: str, name: str) -> object:
    """Import one plug-in and return what its entry point names."""
    known = list_plugins(group)
    if name not in known:
        offered = ", ".join(sorted(known)) or "none"
        raise UnknownPlugin(f"No plug-in named {name!r} in {group!r}. Installed: {offered}.")
    try:
        return known[name].load()
    except (ImportError, AttributeError) as error:
        raise BrokenPlugin(f"The plug-in {name!r} ({known[name].value}) does not load: {error}") from error
