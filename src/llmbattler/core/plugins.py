"""Finding plug-ins by entry-point name. Built-in ones come through the same door as third parties'."""

from importlib.metadata import EntryPoint, entry_points


class UnknownPlugin(LookupError):
    """No installed package offers this plug-in."""


class BrokenPlugin(RuntimeError):
    """An installed plug-in could not be loaded."""


def list_plugins(group: str) -> dict[str, EntryPoint]:
    """Name every plug-in of a group without importing any of them."""
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
