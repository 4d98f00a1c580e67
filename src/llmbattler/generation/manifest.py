"""What generation registers."""

from llmbattler.core.manifests import Manifest, Router

manifest = Manifest(
    name="generation",
    settings="llmbattler.generation.settings:GenerationSettings",
    after=("catalog",),
    routers=(Router("llmbattler.generation.contestants.routes:router"),),
    jobs=("llmbattler.generation.response_cache.jobs", "llmbattler.generation.named_questions.jobs"),
    tables=("llmbattler.generation.response_cache.models", "llmbattler.generation.named_questions.models"),
    owned_data=("llmbattler.generation.named_questions.service:NAMED_QUESTIONS",),
    checks=("llmbattler.generation.contestants.flow.doctor:check_contestants",),
    contestant_kinds=("llmbattler.generation.contestants.service.catalog_models:CATALOG_MODELS",),
)
