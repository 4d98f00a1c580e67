"""The installed connectors, and the one instance of each that a process uses."""

from typing import cast

from llmbattler.core.plugins import BrokenPlugin, UnknownPlugin, list_plugins, load_plugin

from .contract import Connector, ConnectorFactory
from .errors import Refused
from .transport import Transport

GROUP = "llmbattler.connectors"


def list_connectors() -> list[str]:
    """The names that a model in the catalog may use as its connector."""
    return sorted(list_plugins(GROUP))


class Registry:
    """Creates each connector at its first use and closes all of them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._connectors: dict[str, Connector] = {}

    def get(self, name: str) -> Connector:
        """The connector of this name; raises `Refused` if it is missing or does not load."""
        if name not in self._connectors:
            try:
                factory = cast("ConnectorFactory", load_plugin(GROUP, name))
            except (UnknownPlugin, BrokenPlugin) as error:
                raise Refused(str(error)) from error
            self._connectors[name] = factory(self._transport)
        return self._connectors[name]

    async def close(self) -> None:
        """Close the created connectors. The code that opened the transport closes it."""
        while self._connectors:
            _, connector = self._connectors.popitem()
            await connector.close()
