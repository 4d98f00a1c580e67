import pytest

from llmbattler.core.manifests import BadManifest
from llmbattler.generation.contestants.kinds import Kinds, list_kinds, load_kinds
from llmbattler.generation.contestants.service.catalog_models import CATALOG_MODELS, CatalogModels

MODELS = "llmbattler.generation.contestants.service.catalog_models:CATALOG_MODELS"


class Teams(CatalogModels):
    name = "team"


class Routes(CatalogModels):
    name = "auto"

    def owns(self, contestant_id: str) -> bool:
        return contestant_id == "auto" or super().owns(contestant_id)


def test_an_id_belongs_to_the_kind_that_claims_it_and_else_to_the_catalog() -> None:
    teams, routes = Teams(), Routes()
    kinds = Kinds((CATALOG_MODELS, teams, routes))
    assert kinds.of("team:x@3") is teams
    assert kinds.of("auto") is routes
    assert kinds.of("auto:cheap@2") is routes
    for model_id in ("gpt-9", "llama:8b", "team", "teams:x", "openrouter/auto"):
        assert kinds.of(model_id) is CATALOG_MODELS


def test_the_product_knows_catalog_models() -> None:
    assert CATALOG_MODELS in list_kinds().all


def test_two_kinds_of_one_name_are_refused() -> None:
    with pytest.raises(BadManifest, match="Two kinds of contestants are named 'model'"):
        load_kinds((MODELS, MODELS))


def test_what_is_no_kind_is_refused() -> None:
    with pytest.raises(BadManifest, match="is not a kind of contestants"):
        load_kinds(("llmbattler.core.manifests:BadManifest",))
