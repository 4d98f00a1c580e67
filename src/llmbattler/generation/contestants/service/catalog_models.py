"""Catalog models as contestants."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from llmbattler.catalog import service as catalog
from llmbattler.catalog.budgets.service.reservations import CallEstimate, PromptSize
from llmbattler.catalog.errors import ModelNotFound
from llmbattler.catalog.schemas import UsageOut
from llmbattler.catalog.service import HealthState, OfferedModel, cost_in_micro_usd
from llmbattler.connectors.contract import Delta, Message, Params, Usage
from llmbattler.core.db import Session

from ..contract import AnswerContext, AnswerPlan, Contestant, ContestantKind, Description, PlannedCall, PriceClass
from ..kinds import MODEL
from ..reasoning_tokens import add_reasoning_tokens


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CatalogModel(Contestant):
    model: OfferedModel = field(repr=False)

    @classmethod
    def of(cls, model: OfferedModel) -> "CatalogModel":
        return cls(
            id=model.model_id,
            kind=MODEL,
            name=model.name,
            organization=model.organization,
            license=model.license,
            price=model.price,
            status=model.status,
            other_names=(model.model,),
            abilities=model.abilities,
            context_length=model.context_length,
            price_class=PriceClass.of(model.price),
            drawable=model.active and model.weight > 0,
            weight=model.weight,
            model=model,
        )

    def plan(self, messages: Sequence[Message], params: Params | None = None) -> AnswerPlan:
        asked, prompt = params or Params(), PromptSize.of_messages(messages)
        estimate = CallEstimate.of(self.model, prompt=prompt, caller=None, max_tokens=asked.max_tokens, choices=asked.n)
        return AnswerPlan((PlannedCall(estimate.provider, estimate.amount, self.model.provider_id),))

    def answer(
        self, messages: Sequence[Message], params: Params | None, context: AnswerContext
    ) -> AsyncGenerator[Delta, None]:
        return context.calls.stream(
            self.model, messages, context=context.call(), params=params, seconds=context.seconds
        )

    @property
    def endpoint(self) -> str:
        """Its wire and address, and the provider or variable whose key it uses."""
        parts = urlsplit(self.model.base_url)
        where = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else self.model.base_url
        key = self.model.provider_id or self.model.api_key_env or ""
        return " ".join(part for part in (self.model.connector, where, key) if part)

    @property
    def instructions(self) -> Sequence[str]:
        return [self.model.system_prompt] if self.model.system_prompt else []

    def adapt(self, params: Mapping[str, Any]) -> dict[str, Any]:
        return add_reasoning_tokens(self.model, params)

    def cost_of(self, usage: Usage) -> int | None:
        return cost_in_micro_usd(self.model.price, self.model.address, usage)

    def identity(self) -> Sequence[Any]:
        model = self.model
        return [model.model_id, model.connector, model.base_url, model.model, dict(model.params), model.system_prompt]


def describe_model(label: catalog.ModelLabel) -> Description:
    return Description(
        id=label.model_id,
        kind=MODEL,
        name=label.name,
        organization=label.organization,
        license=label.license,
        price=label.price,
        status=label.status,
        other_names=(label.model,),
    )


class CatalogModels(ContestantKind):
    name = MODEL

    async def find(self, session: Session, ids: Sequence[str]) -> Mapping[str, Contestant]:
        found = await catalog.find_offered(session, model_ids=ids)
        return {model_id: CatalogModel.of(model) for model_id, model in found.items()}

    async def resolve(self, session: Session, names: Sequence[str], asker: str | None) -> Mapping[str, str]:  # noqa: ARG002 - models are everybody's
        return {model_id: model_id for model_id in await catalog.find_offered(session, model_ids=names)}

    async def describe(self, session: Session, ids: Sequence[str]) -> Mapping[str, Description]:
        return {label.model_id: describe_model(label) for label in await catalog.list_labels(session, model_ids=ids)}

    async def list_offered(self, session: Session, asker: str | None) -> Sequence[Contestant]:  # noqa: ARG002
        return [CatalogModel.of(model) for model in await catalog.list_offered(session) if model.active]

    async def list_drawable(self, session: Session) -> Sequence[Contestant]:
        return [CatalogModel.of(model) for model in await catalog.list_drawable(session)]

    async def list_known(self, session: Session) -> Sequence[Description]:
        return [CatalogModel.of(model) for model in await catalog.list_offered(session)]

    async def list_health(self, session: Session, ids: Sequence[str]) -> Mapping[str, HealthState]:
        wanted = set(ids)
        shown = (await catalog.list_models(session)).models
        return {one.model_id: one.health for one in shown if one.model_id in wanted}

    async def find_usage(self, session: Session, contestant_id: str) -> UsageOut | None:
        try:
            return await catalog.get_usage(session, model_id=contestant_id)
        except ModelNotFound:
            return None


CATALOG_MODELS = CatalogModels()
