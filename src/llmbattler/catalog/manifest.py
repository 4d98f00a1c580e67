"""What the catalog registers."""

from llmbattler.core.manifests import Command, Manifest, Resource, Router, RowSource

manifest = Manifest(
    name="catalog",
    settings="llmbattler.catalog.settings:CatalogSettings",
    after=("accounts",),
    routers=(
        Router("llmbattler.catalog.routes:router"),
        Router("llmbattler.catalog.budgets.routes:router"),
        Router("llmbattler.catalog.admin.routes:router"),
        Router("llmbattler.catalog.providers.routes:router"),
    ),
    jobs=("llmbattler.catalog.jobs", "llmbattler.catalog.budgets.jobs"),
    tables=("llmbattler.catalog.models", "llmbattler.catalog.budgets.models"),
    owned_data=(
        "llmbattler.catalog.providers.owning:KEYS",
        "llmbattler.catalog.owning.service:CALLS",
        "llmbattler.catalog.budgets.service.owning:SPEND",
    ),
    resources=(Resource("llmbattler.catalog.lifespan:open_calls"),),
    starts=("llmbattler.catalog.lifespan:start_catalog",),
    commands=(
        Command(
            "models", "llmbattler.catalog.commands.model_changes:app", "The models of this site: see, try, find, fetch."
        ),
        Command(
            "keys", "llmbattler.catalog.commands.keys:app", "Providers and their keys: set, list, remove, try, rotate."
        ),
        Command(
            "budget", "llmbattler.catalog.commands.budget:app", "What may be spent in a day: show, set, remove, check."
        ),
    ),
    checks=("llmbattler.catalog.doctor:examine_models",),
    rows=(RowSource("model_calls", "model_calls", at="created_at", who="caller"),),
)
