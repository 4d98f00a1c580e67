"""Check the connection to a provider. The result is one of a few words, so that it cannot be used to scan a network."""

from pydantic import SecretStr

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Place
from llmbattler.connectors.errors import AddressNotAllowed, ConnectorError, FailureKind
from llmbattler.core.db import Database

from ...errors import KeyUnreadable, ProviderNotFound
from ...flow import list_server_models
from .. import repository
from ..places import check_place
from ..schemas import ConnectionChange, ConnectionIn, Verdict, VerdictOut
from ..service.keys import clean_key, find_call_key
from ..service.providers import Rules, check_key_origin

CHECK_SECONDS = 10.0
_MESSAGES = {
    Verdict.OK: "The connection works.",
    Verdict.BAD_KEY: "The provider does not accept the key.",
    Verdict.KEY_UNREADABLE: "The stored key cannot be decrypted; enter it again, or restore the master key.",
    Verdict.ADDRESS_REFUSED: "This site may not call that address.",
    Verdict.NO_ANSWER: "No server answers at this address.",
    Verdict.NOT_UNDERSTOOD: "A server answers, but not in the format of this connector.",
    Verdict.BUSY: "The provider is busy or limits our requests; try again later.",
}
_VERDICTS = {
    FailureKind.BAD_KEY: Verdict.BAD_KEY,
    FailureKind.UNREACHABLE: Verdict.NO_ANSWER,
    FailureKind.TIMED_OUT: Verdict.NO_ANSWER,
    FailureKind.BROKEN_STREAM: Verdict.NO_ANSWER,
    FailureKind.RATE_LIMITED: Verdict.BUSY,
    FailureKind.OVERLOADED: Verdict.BUSY,
    FailureKind.UNAVAILABLE: Verdict.BUSY,
}


async def check_connection(caller: Caller, *, wanted: ConnectionIn, rules: Rules) -> VerdictOut:
    """Check an address before it is saved."""
    base_url = check_place(wanted.connector, wanted.base_url, rules.policy)
    return await _check(caller, wanted.connector, base_url, _clean(wanted.key))


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
    return await _check(caller, connector, base_url, key)


def _clean(key: SecretStr | None) -> str | None:
    return None if key is None else clean_key(key)


async def _check(caller: Caller, connector: str, base_url: str, key: str | None) -> VerdictOut:
    try:
        await list_server_models(caller, connector, Place("", base_url, key), seconds=CHECK_SECONDS)
    except AddressNotAllowed:
        return _to_out(Verdict.ADDRESS_REFUSED)
    except ConnectorError as error:
        return _to_out(_VERDICTS.get(error.kind, Verdict.NOT_UNDERSTOOD))
    return _to_out(Verdict.OK)


def _to_out(verdict: Verdict) -> VerdictOut:
    return VerdictOut(result=verdict, message=_MESSAGES[verdict])
