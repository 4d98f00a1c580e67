"""Trying a connection. The answer is one of a few words, so that nobody reads a network through it."""

from pydantic import SecretStr

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Place
from llmbattler.connectors.errors import AddressNotAllowed, ConnectorError, FailureKind
from llmbattler.core.db import Database

from ..errors import KeyUnreadable, ProviderNotFound
from ..probing import PROBE_SECONDS, list_in_time
from . import repository
from .places import check_place
from .schemas import ConnectionChange, ConnectionIn, Verdict, VerdictOut
from .service import Rules, check_binding, clean_key
from .stored_keys import StoredKeys

_SENTENCES = {
    Verdict.OK: "The connection works.",
    Verdict.BAD_KEY: "The provider does not accept the key.",
    Verdict.KEY_UNREADABLE: "The stored key cannot be read; enter it again, or restore the master key.",
    Verdict.ADDRESS_REFUSED: "This site does not call that address.",
    Verdict.NO_ANSWER: "Nothing answers there.",
    Verdict.NOT_UNDERSTOOD: "Something answers, but not like this kind of model server.",
    Verdict.BUSY: "The provider is busy or asks us to slow down; try again later.",
}
_OF_KIND = {
    FailureKind.BAD_KEY: Verdict.BAD_KEY,
    FailureKind.UNREACHABLE: Verdict.NO_ANSWER,
    FailureKind.TIMED_OUT: Verdict.NO_ANSWER,
    FailureKind.BROKEN_STREAM: Verdict.NO_ANSWER,
    FailureKind.RATE_LIMITED: Verdict.BUSY,
    FailureKind.OVERLOADED: Verdict.BUSY,
    FailureKind.UNAVAILABLE: Verdict.BUSY,
}


async def try_connection(caller: Caller, *, wanted: ConnectionIn, rules: Rules) -> VerdictOut:
    """Try an address before it is saved."""
    base_url = check_place(wanted.connector, wanted.base_url, rules.policy)
    return await _try(caller, wanted.connector, base_url, _clean(wanted.key))


async def try_provider(
    database: Database, caller: Caller, *, provider_id: str, change: ConnectionChange, rules: Rules
) -> VerdictOut:
    """Try a provider with its stored key, or as it would be after a change."""
    async with database.unit() as session:
        provider = await repository.get_provider(session, provider_id)
        if provider is None:
            raise ProviderNotFound
        connector = change.connector or provider.connector
        base_url = check_place(connector, change.base_url or provider.base_url, rules.policy)
        await check_binding(session, provider=provider, base_url=base_url, key=change.key)
    try:
        key = _clean(change.key) or await StoredKeys(database, rules.vault).find(provider_id, base_url)
    except KeyUnreadable:
        return _say(Verdict.KEY_UNREADABLE)
    return await _try(caller, connector, base_url, key)


def _clean(key: SecretStr | None) -> str | None:
    return None if key is None else clean_key(key)


async def _try(caller: Caller, connector: str, base_url: str, key: str | None) -> VerdictOut:
    try:
        await list_in_time(caller, connector, Place("", base_url, key), PROBE_SECONDS)
    except AddressNotAllowed:
        return _say(Verdict.ADDRESS_REFUSED)
    except ConnectorError as error:
        return _say(_OF_KIND.get(error.kind, Verdict.NOT_UNDERSTOOD))
    return _say(Verdict.OK)


def _say(verdict: Verdict) -> VerdictOut:
    return VerdictOut(result=verdict, message=_SENTENCES[verdict])
