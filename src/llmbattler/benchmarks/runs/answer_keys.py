"""The keys of the answer cache: equal for the same question to the same model, and for nothing else."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from llmbattler.connectors.contract import Message
from llmbattler.generation.contestants.service import Contestant

_canonical = msgspec.json.Encoder(order="deterministic")


def make_fingerprint(contestant: Contestant, params: Mapping[str, Any]) -> bytes:
    """The part of the key that all questions to a contestant in one run share."""
    return _canonical.encode([*contestant.identity(), contestant.adapt(params)])


def make_key(fingerprint: bytes, messages: Sequence[Message], epoch: int) -> str:
    encoded = _canonical.encode([[message.role.value, message.text] for message in messages])
    return sha256(b"%b\n%b\n%d" % (fingerprint, encoded, epoch)).hexdigest()
