"""Import a `models.yaml` in the admin area: a dry run lists the changes, an import makes all of them or none."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from llmbattler.accounts.schemas import Visitor
from llmbattler.connectors.registry import list_connectors
from llmbattler.core.db import Session
from llmbattler.core.errors import AppError

from ...errors import BadCatalogText, BadModelsFile
from ...models import Model, ModelStatus
from ...models_file import ModelEntry, parse_models, to_offer
from ...offers import EMBEDDED_CONNECTOR
from ...presets import default_url
from ...providers.places import ProviderPlace, check_place, list_addressed_connectors
from ...providers.schemas import LONGEST_NAME, ProviderIn
from ...providers.service import providers
from ...providers.service.providers import Rules
from ...repository import lock_catalog
from ...service import PRICE_COLUMNS, to_columns
from .. import repository
from ..schemas import ChangedModelOut, ImportOut
from . import changes
from .views import ABILITIES

_EDITABLE = {
    "name": ("name",),
    "organization": ("organization",),
    "license": ("license",),
    "description": ("description",),
    "context_length": ("context_length",),
    "system_prompt": ("system_prompt",),
    "params": ("params",),
    "weight": ("weight",),
    "prices": PRICE_COLUMNS,
    "abilities": ABILITIES,
}


class _Undo(Exception):
    """Rolls back everything that a dry run changed."""


async def import_catalog(
    session: Session, *, actor: Visitor | str, content: str, dry_run: bool, rules: Rules
) -> ImportOut:
    """Change the models to what the text says; a dry run does the same and rolls it back."""
    try:
        entries = parse_models(content.encode(), connectors=list_connectors())
    except BadModelsFile as problem:
        raise BadCatalogText(str(problem)) from None
    done = ImportOut(dry_run=dry_run)
    work = _Import(session, actor, rules, done)
    await lock_catalog(session)  # before any model, as synchronization does, so that there is no deadlock
    try:
        async with session.begin_nested():
            await work.import_all(entries)
    except _Undo:
        session.expire_all()
    if done.problems and not dry_run:
        raise BadCatalogText("\n".join(done.problems))
    return done


class _Import:
    def __init__(self, session: Session, actor: Visitor | str, rules: Rules, done: ImportOut) -> None:
        self._session = session
        self._actor = actor
        self._rules = rules
        self._done = done

    async def import_all(self, entries: Sequence[ModelEntry]) -> None:
        for entry in entries:
            await self._import(entry)
        if self._done.dry_run or self._done.problems:
            raise _Undo

    async def _import(self, entry: ModelEntry) -> None:
        row = await repository.lock_model(self._session, entry.id)
        try:
            if row is None:
                await self._add(entry)
            else:
                await self._change(row, entry)
        except AppError as problem:
            self._done.problems.append(f"{entry.id}: {problem.title} {problem.detail}".strip())

    async def _add(self, entry: ModelEntry) -> None:
        if entry.connector == EMBEDDED_CONNECTOR or entry.connector not in list_addressed_connectors():
            raise BadCatalogText("Only the site's own models.yaml can name a model without an address.")
        place = await self._find_place(entry)
        if entry.api_key_env is not None:
            self._done.warnings.append(
                f"{entry.id}: only the site's own models.yaml can use environment variables; "
                f"enter the key of the provider {place.provider_id} in the admin area."
            )
        await changes.add_entry(self._session, actor=self._actor, entry=entry, place=place)
        self._done.added.append(entry.id)

    async def _find_place(self, entry: ModelEntry) -> ProviderPlace:
        if entry.provider is not None:
            return await changes.find_place(self._session, entry.provider)
        given = entry.base_url or default_url(entry.connector)
        if given is None:
            raise BadCatalogText("It needs a base_url or a provider.")
        base_url = check_place(entry.connector, given, self._rules.policy)
        known = await providers.list_provider_places(self._session)
        for place in known:
            if (place.connector, place.base_url) == (entry.connector, base_url):
                return place
        host = re.sub(r"[^a-z0-9._-]+", "-", urlsplit(base_url).hostname or "provider")
        taken = {place.provider_id for place in known}
        name = next(one for number in range(len(taken) + 1) if (one := _numbered(host, number)) not in taken)
        wanted = ProviderIn(provider_id=name, name=host[:LONGEST_NAME], connector=entry.connector, base_url=base_url)
        await providers.add_provider(self._session, actor=self._actor, wanted=wanted, rules=self._rules)
        self._done.providers_added.append(name)
        return await changes.find_place(self._session, name)

    async def _change(self, row: Model, entry: ModelEntry) -> None:
        self._check_same_place(row, entry)
        old, new = await changes.apply_columns(
            self._session, actor=self._actor, row=row, columns=_read_entry(row, entry)
        )
        status = ModelStatus(entry.status)
        if "status" in entry.model_fields_set and status is not row.status:
            old, new = {**old, "status": row.status.value}, {**new, "status": status.value}
            await changes.set_status(self._session, actor=self._actor, model_id=row.model_id, status=status)
        if new:
            self._done.changed.append(
                ChangedModelOut.model_validate({"model_id": entry.id, "before": _text(old), "after": _text(new)})
            )
        else:
            self._done.unchanged.append(entry.id)

    def _check_same_place(self, row: Model, entry: ModelEntry) -> None:
        """Refuse an entry that names another model under this id: its votes belong to the model that was voted on."""
        given = entry.model_fields_set
        moved = (
            (entry.model or entry.id) != row.model
            or ("provider" in given and entry.provider != row.provider_id)
            or ("base_url" in given and (entry.base_url or "").rstrip("/") != row.base_url.rstrip("/"))
            or ("connector" in given and entry.connector != row.connector)
            or ("api_key_env" in given and entry.api_key_env != row.api_key_env)
        )
        if moved:
            raise BadCatalogText("This id is another model on this site; give the new one another id.")


def _read_entry(row: Model, entry: ModelEntry) -> dict[str, Any]:
    """Return the columns of the fields that the entry has."""
    columns = to_columns(to_offer(entry, {}))
    mentioned = [name for field, names in _EDITABLE.items() if field in entry.model_fields_set for name in names]
    return {name: columns[name] for name in mentioned if hasattr(row, name)}


def _numbered(host: str, number: int) -> str:
    name = host[:36].strip("-._")
    return name if not number else f"{name}-{number + 1}"


def _text(facts: Mapping[str, object]) -> dict[str, object]:
    return {
        name: value if isinstance(value, bool | int | float | None) else str(value) for name, value in facts.items()
    }
