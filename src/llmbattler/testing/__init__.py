"""Test doubles and contract tests for everybody who builds on llmbattler. The product never imports them."""

from .contract import ConnectorContract, WireContract
from .process import ProviderProcess
from .provider import ScriptedProvider
from .records import RecordedRequest, Turn
from .scripts import Script

__all__ = [
    "ConnectorContract",
    "ProviderProcess",
    "RecordedRequest",
    "Script",
    "ScriptedProvider",
    "Turn",
    "WireContract",
]
