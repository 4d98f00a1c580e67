"""Keys of the response cache: equal for the same question to the same contestant, and for nothing else."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from llmbattler.connectors.contract import Image, Message, Part, Text, ToolCall

from ..contestants.contract import Contestant

_canonical = msgspec.json.Encoder(order="deterministic")


def make_fingerprint(contestant: Contestant, params: Mapping[str, Any]) -> bytes:
    """Return the part of the key that all questions with the same contestant and parameters share."""
    return _canonical.encode([*contestant.identity(), contestant.adapt(params)])


def make_key(fingerprint: bytes, messages: Sequence[Message], epoch: int) -> str:
    """Return the key of one question. `epoch` numbers repetitions that each need an answer of their own."""
    encoded = _canonical.encode([_describe(message) for message in messages])
    return sha256(b"%b\n%b\n%d" % (fingerprint, encoded, epoch)).hexdigest()


def _describe(message: Message) -> list[Any]:
    if all(isinstance(part, Text) for part in message.parts):
        return [message.role.value, message.text]
    return [message.role.value, [_describe_part(part) for part in message.parts]]


def _describe_part(part: Part) -> list[str]:
    match part:
        case Text():
            return ["text", part.text]
        case Image():
            return ["image", part.media_type, sha256(part.data).hexdigest()]
        case ToolCall():
            return ["tool_call", part.id, part.name, part.arguments]
        case _:
            return ["tool_result", part.call_id, part.name, part.text]
