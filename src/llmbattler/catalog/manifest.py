"""What the catalog registers."""

from llmbattler.core.manifests import Command, LiveTopic, Manifest, Purpose, Resource, Router

manifest = Manifest(
    name="catalog",
    settings="llmbattler.catalog.settings:CatalogSettings",
    after=("accounts",),
    routers=(
        Router("llmbattler.catalog.routes:router"),
        Router("llmbattler.catalog.budgets.routes:router"),
        Router("llmbattler.catalog.alerts.routes:router"),
        Router("llmbattler.catalog.admin.routes:router"),
        Router("llmbattler.catalog.providers.routes:router"),
        Router("llmbattler.catalog.onboarding.routes:router"),
    ),
    jobs=(
        "llmbattler.catalog.alerts.jobs",
        "llmbattler.catalog.budgets.jobs",
        "llmbattler.catalog.discovery.jobs",
        "llmbattler.catalog.probes.jobs",
    ),
    tables=("llmbattler.catalog.models", "llmbattler.catalog.alerts.models", "llmbattler.catalog.budgets.models"),
    owned_data=(
        "llmbattler.catalog.providers.service.owned_data:KEYS",
        "llmbattler.catalog.ledger.service.owned_data:CALLS",
        "llmbattler.catalog.budgets.service.owned_data:SPEND",
    ),
    resources=(Resource("llmbattler.catalog.calls.flow:open_calls"),),
    starts=("llmbattler.catalog.discovery.flow:start_catalog",),
    commands=(
        Command(
            "models",
            "llmbattler.catalog.admin.commands.model_changes:app",
            "The models of this site: list, test, discover, add, edit, import, export.",
        ),
        Command(
            "keys",
            "llmbattler.catalog.providers.commands:app",
            "Providers and their keys: set, list, remove, test, rotate.",
        ),
        Command("budget", "llmbattler.catalog.budgets.commands:app", "Daily budgets: show, set, remove, check."),
    ),
    topics=(LiveTopic("models"),),
    site_files=("llmbattler.catalog.discovery.service.catalog_file:describe_models_file",),
    checks=("llmbattler.catalog.admin.flow.doctor:examine_models",),
    purposes=(Purpose("probe", maintenance=True), Purpose("test", maintenance=True)),
)
