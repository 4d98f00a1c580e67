"""The doctor's check of the models of a site."""

from llmbattler.connectors.calls import Caller
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db import Database
from llmbattler.core.doctor import Finding, Level
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault

from ... import service
from ...discovery.flow import refresh_catalog
from ...errors import BadModelsFile
from ...probes.flow import probe_health
from ...providers.service.providers import list_unreadable
from ...service import Health, HealthState, OfferedModel
from ..service.views import list_answering_models

_KEY_ADVICE = "Restore the master key (MASTER_KEY, or master.key in the data folder), or enter the key again."
_OTHER_MODEL_ADVICE = "Check fallbacks and aliases of the gateway. Votes count for the model that was asked for."
_ADVICE: dict[str, str] = {
    FailureKind.BAD_KEY: "Set the key in the environment or .env, and restart.",
    FailureKind.UNREACHABLE: "Start the model server, or correct base_url in models.yaml.",
    FailureKind.TIMED_OUT: "The server is slow or stuck; see its log.",
    FailureKind.MODEL_MISSING: "Pull the model on that server, or correct `model` in models.yaml.",
    FailureKind.UNAVAILABLE: "For the built-in model, run `llmbattler models pull smollm2`.",
}


async def examine_models(resources: Resources) -> list[Finding]:
    """Read the catalog file, probe every model server, and say what to do about those that do not answer."""
    database, caller = resources.get(Database), resources.get(Caller)
    settings = resources.get(Settings)
    try:
        report = await refresh_catalog(database, caller, settings)
    except BadModelsFile as problem:
        return [Finding(Level.PROBLEM, "models", str(problem), "Correct the file; the site keeps the models it had.")]
    await probe_health(database, caller, settings)
    async with database.unit() as session:
        models = [model for model in await service.list_offered(session) if model.active]
        health = await service.list_live_health(session)
        answering = await list_answering_models(session)
        unreadable = await list_unreadable(session, vault=Vault(MasterKeys(settings)))
    findings = [Finding(Level.WARNING, "models", warning) for warning in report.warnings]
    findings.extend(
        Finding(Level.PROBLEM, "keys", f"The key of {name} cannot be decrypted.", _KEY_ADVICE) for name in unreadable
    )
    if not models:
        findings.append(
            Finding(
                Level.PROBLEM, "models", "None is active.", "Start Ollama, set a provider key, or write models.yaml."
            )
        )
    findings.extend(_describe(model, health.get(model.model_id, service.UNKNOWN)) for model in models)
    findings.extend(
        Finding(
            Level.WARNING,
            "models",
            f"{model.name}: asked for {model.model}, the server answered with {answering[model.model_id].name}.",
            _OTHER_MODEL_ADVICE,
        )
        for model in models
        if model.model_id in answering
    )
    return findings


def _describe(model: OfferedModel, health: Health) -> Finding:
    if health.state is HealthState.HEALTHY:
        return Finding(Level.OK, "models", f"{model.name} answers.")
    why = f" ({health.reason.replace('_', ' ')})" if health.reason else ""
    advice = _ADVICE.get(health.reason or "", "")
    return Finding(Level.WARNING, "models", f"{model.name} is {health.state.value}{why}.", advice)
