"""The keys of the answer cache: equal for the same question to the same model, and for nothing else."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from llmbattler.catalog.service import OfferedModel
from llmbattler.connectors.contract import Message

from .params import add_reasoning_tokens

_canonical = msgspec.json.Encoder(order="deterministic")


def fingerprint_model(model: OfferedModel, params: Mapping[str, Any]) -> bytes:
    """The part of the key that all questions to a model in one run share."""
    return _canonical.encode(
        [
            model.model_id,
            model.connector,
            model.base_url,
            model.model,
            dict(model.params),
            model.system_prompt,
            add_reasoning_tokens(model, params),
        ]
    )


def make_key(fingerprint: bytes, messages: Sequence[Message], epoch: int) -> str:
    encoded = _canonical.encode([[message.role.value, message.text] for message in messages])
    return sha256(b"%b\n%b\n%d" % (fingerprint, encoded, epoch)).hexdigest()
