"""What generation registers."""

from llmbattler.core.manifests import Manifest, Process, Resource, Router

manifest = Manifest(
    name="generation",
    settings="llmbattler.generation.settings:GenerationSettings",
    after=("catalog",),
    routers=(Router("llmbattler.generation.contestants.routes:router"),),
    jobs=(
        "llmbattler.generation.named_questions.jobs",
        "llmbattler.generation.response_cache.jobs",
        "llmbattler.generation.streams.jobs",
    ),
    tables=(
        "llmbattler.generation.named_questions.models",
        "llmbattler.generation.response_cache.models",
        "llmbattler.generation.streams.models",
    ),
    owned_data=(
        "llmbattler.generation.named_questions.service:NAMED_QUESTIONS",
        "llmbattler.generation.streams.service.owned_data:GENERATIONS",
    ),
    resources=(
        Resource("llmbattler.generation.streams.lifespan:open_owners"),
        Resource("llmbattler.generation.streams.lifespan:open_generations", Process.SERVER),
    ),
    checks=("llmbattler.generation.contestants.flow.doctor:check_contestants",),
    contestant_kinds=("llmbattler.generation.contestants.service.catalog_models:CATALOG_MODELS",),
)
