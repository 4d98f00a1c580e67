"""Response bodies of contestants."""

from pydantic import BaseModel, Field

from llmbattler.catalog.schemas import AbilitiesOut

from .contract import PriceClass


class ContestantOut(BaseModel):
    id: str
    kind: str
    name: str
    organization: str | None
    abilities: AbilitiesOut
    context_length: int | None
    price_class: PriceClass
    drawable: bool = Field(description="Can be drawn for blind battles; its health is not considered.")


class ContestantsOut(BaseModel):
    contestants: list[ContestantOut]
