"""Test doubles and contract tests for authors of plug-ins. The product never imports them."""

from .answers import finish_of, text_of, tool_calls_of
from .contract import ConnectorContract, WireContract
from .images import FakeImageConnector, ImageConnectorContract
from .process import ProviderProcess
from .provider import ScriptedProvider
from .records import RecordedRequest, Turn
from .scripts import Script

__all__ = [
    "ConnectorContract",
    "FakeImageConnector",
    "ImageConnectorContract",
    "ProviderProcess",
    "RecordedRequest",
    "Script",
    "ScriptedProvider",
    "Turn",
    "WireContract",
    "finish_of",
    "text_of",
    "tool_calls_of",
]
