"""Check the connection to a provider by a real call. The result is one of a few words, so it scans no network."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import SecretStr

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import ListedModel, Message, Params, Place
from llmbattler.connectors.errors import AddressNotAllowed, ConnectorError, FailureKind
from llmbattler.connectors.guard import Limits
from llmbattler.core.db import Database

from ...chat_models import is_chat_model
from ...errors import KeyUnreadable, ProviderNotFound
from ...flow import list_server_models, to_connector_error
from ...models import PlaceKind
from ...offers import guess_place
from ...prices import Address, find_price
from .. import repository
from ..places import check_place
from ..schemas import ConnectionChange, ConnectionIn, Verdict, VerdictOut
from ..service.keys import clean_key, find_call_key
from ..service.providers import Rules, check_key_origin

CHECK_SECONDS = 10.0
QUESTION = (Message.user("Say OK."),)
QUESTION_TOKENS = 16
QUESTION_LIMITS = Limits(first_token=30.0, total=40.0)
"""A server of one's own may have to load the model first."""
MOST_ASKED = 3
"""Accounts cannot use every model that is listed for them, so up to this many are asked."""

_MESSAGES = {
    Verdict.OK: "The connection works: a model answered.",
    Verdict.BAD_KEY: "The provider does not accept the key.",
    Verdict.KEY_UNREADABLE: "The stored key cannot be decrypted; enter it again, or restore the master key.",
    Verdict.ADDRESS_REFUSED: "This site may not call that address. LOCAL_HOSTS lists the local ones that it may call.",
    Verdict.NO_ANSWER: "The connection was refused: no server answers at this address.",
    Verdict.TIMED_OUT: "The server did not answer in time. If it is still loading a model, try again in a minute.",
    Verdict.NOT_UNDERSTOOD: "A server answers, but not in the format of this connector.",
    Verdict.NO_MODELS: "The server answers, but it lists no chat models.",
    Verdict.NO_SUCH_MODEL: "The server answers, but it has no such model.",
    Verdict.CALL_REFUSED: "The provider refuses to answer; this account may not be allowed to use its models.",
    Verdict.LIMITED: "The provider limits our requests. Check the credit of the account, or try again later.",
    Verdict.BUSY: "The provider is busy or has a failure; try again later.",
}
_LISTING = {
    FailureKind.BAD_KEY: Verdict.BAD_KEY,
    FailureKind.UNREACHABLE: Verdict.NO_ANSWER,
    FailureKind.TIMED_OUT: Verdict.TIMED_OUT,
    FailureKind.BROKEN_STREAM: Verdict.NO_ANSWER,
    FailureKind.RATE_LIMITED: Verdict.LIMITED,
    FailureKind.OVERLOADED: Verdict.BUSY,
    FailureKind.UNAVAILABLE: Verdict.BUSY,
}
_CALLING = {
    **_LISTING,
    FailureKind.BROKEN_STREAM: Verdict.NOT_UNDERSTOOD,
    FailureKind.MODEL_MISSING: Verdict.NO_SUCH_MODEL,
    FailureKind.REFUSED: Verdict.CALL_REFUSED,
    FailureKind.FILTERED: Verdict.CALL_REFUSED,
}
_NO_LIST = frozenset({FailureKind.REFUSED, FailureKind.MODEL_MISSING})
"""How a server answers that has models but cannot list them."""
_ASK_ANOTHER = frozenset({Verdict.NO_SUCH_MODEL, Verdict.CALL_REFUSED, Verdict.LIMITED})


@dataclass(frozen=True, slots=True)
class Trial:
    """How a connection check went, and the models that the server lists."""

    verdict: VerdictOut
    listed: Sequence[ListedModel] = ()


async def check_connection(caller: Caller, *, wanted: ConnectionIn, rules: Rules) -> VerdictOut:
    """Check an address before it is saved."""
    return (await try_connection(caller, wanted=wanted, rules=rules)).verdict


async def try_connection(caller: Caller, *, wanted: ConnectionIn, rules: Rules) -> Trial:
    """List the models at an address and let one of them answer a short question."""
    base_url = check_place(wanted.connector, wanted.base_url, rules.policy)
    return await _try(caller, wanted.connector, Place("", base_url, _clean(wanted.key)), wanted.model)


async def check_provider(
    database: Database, caller: Caller, *, provider_id: str, change: ConnectionChange, rules: Rules
) -> VerdictOut:
    """Check a provider with its stored key, or as it would be after a change."""
    try:
        async with database.unit() as session:
            provider = await repository.get_provider(session, provider_id)
            if provider is None:
                raise ProviderNotFound
            connector = change.connector or provider.connector
            base_url = check_place(connector, change.base_url or provider.base_url, rules.policy)
            await check_key_origin(session, provider=provider, base_url=base_url, key=change.key)
            key = _clean(change.key) or await find_call_key(
                session, provider_id=provider_id, base_url=base_url, vault=rules.vault
            )
    except KeyUnreadable:
        return _to_out(Verdict.KEY_UNREADABLE)
    return (await _try(caller, connector, Place("", base_url, key), change.model)).verdict


def _clean(key: SecretStr | None) -> str | None:
    return None if key is None else clean_key(key)


async def _try(caller: Caller, connector: str, place: Place, model: str | None) -> Trial:
    listed: Sequence[ListedModel] = ()
    try:
        listed = await list_server_models(caller, connector, place, seconds=CHECK_SECONDS)
    except AddressNotAllowed:
        return Trial(_to_out(Verdict.ADDRESS_REFUSED))
    except ConnectorError as error:
        if model is None or error.kind not in _NO_LIST:
            return Trial(_to_out(_LISTING.get(error.kind, Verdict.NOT_UNDERSTOOD)))
    chats = [one for one in listed if is_chat_model(one.id)]
    verdict = _to_out(Verdict.NO_MODELS)
    for name in [model] if model is not None else _pick(connector, place, chats):
        verdict = await _ask(caller, connector, replace(place, model=name))
        if verdict.result not in _ASK_ANOTHER:
            break
    return Trial(verdict.model_copy(update={"models": len(chats)}), listed)


def _pick(connector: str, place: Place, chats: Sequence[ListedModel]) -> list[str]:
    """Choose the models to ask: the cheapest, and free ones of a cloud last, because they are limited the most."""
    if guess_place(connector, place.base_url) is not PlaceKind.CLOUD:
        return [one.id for one in chats[:MOST_ASKED]]
    costs = {one.id: _find_cost(Address(connector, place.base_url, one.id)) for one in chats}
    return sorted(costs, key=lambda name: costs[name])[:MOST_ASKED]


def _find_cost(address: Address) -> tuple[bool, bool, float]:
    price = find_price(address, PlaceKind.CLOUD)
    cost = float(price.input + price.output) if price is not None else 0.0
    return price is None, cost == 0, cost


async def _ask(caller: Caller, connector: str, place: Place) -> VerdictOut:
    started = time.monotonic()
    params = Params(max_tokens=QUESTION_TOKENS)
    try:
        async with caller.stream(connector, place, QUESTION, params, QUESTION_LIMITS) as deltas:
            async for _ in deltas:
                pass
    except AddressNotAllowed:
        return _to_out(Verdict.ADDRESS_REFUSED)
    except ConnectorError as error:
        return _to_out(_CALLING.get(error.kind, Verdict.NOT_UNDERSTOOD))
    except Exception as problem:  # noqa: BLE001 - a connector plug-in may raise anything
        return _to_out(_CALLING[to_connector_error(connector, problem).kind])
    answered = _to_out(Verdict.OK)
    return answered.model_copy(update={"answer_ms": round((time.monotonic() - started) * 1000)})


def _to_out(verdict: Verdict) -> VerdictOut:
    return VerdictOut(result=verdict, message=_MESSAGES[verdict])
