"""The key under which an answer is kept: the same for the same question to the same model, and for nothing else."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from llmbattler.catalog.service import OfferedModel
from llmbattler.connectors.contract import Message

from ..suites.definition.spec import ParamsSpec
from .params import make_room

_canonical = msgspec.json.Encoder(order="deterministic")


def identify(model: OfferedModel, params: Mapping[str, Any]) -> bytes:
    """All but the messages and the epoch; worked out once for a model in a run."""
    return _canonical.encode(
        [
            model.model_id,
            model.connector,
            model.base_url,
            model.model,
            dict(model.params),
            model.system_prompt,
            make_room(model, params),
        ]
    )


def make_key(identity: bytes, messages: Sequence[Message], epoch: int) -> str:
    said = _canonical.encode([[message.role.value, message.text] for message in messages])
    return sha256(b"%b\n%b\n%d" % (identity, said, epoch)).hexdigest()


def merge_params(suite: ParamsSpec, run: Mapping[str, Any]) -> dict[str, Any]:
    """What a run sets goes before what its suite says; what neither says is left to the model."""
    return {**_said(suite.model_dump()), **_said(run)}


def _said(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None and value != []}
