"""What accounts register."""

from llmbattler.core.manifests import Command, Manifest, Process, Resource, Router

manifest = Manifest(
    name="accounts",
    settings="llmbattler.accounts.settings:AccountSettings",
    after=("connectors",),
    routers=(
        Router("llmbattler.accounts.authentication.routes:router"),
        Router("llmbattler.accounts.oidc.routes:router"),
        Router("llmbattler.accounts.profile.routes:router"),
        Router("llmbattler.accounts.people.routes:router"),
    ),
    jobs=("llmbattler.accounts.authentication.jobs",),
    tables=("llmbattler.accounts.models",),
    resources=(Resource("llmbattler.accounts.lifespan:open_credentials", Process.SERVER),),
    commands=(
        Command("users", "llmbattler.accounts.commands.users:app", "People: roles, invitations, links, deactivation."),
        Command("tokens", "llmbattler.accounts.commands.tokens:app", "Personal API tokens."),
        Command("audit", "llmbattler.accounts.commands.audit:app", "The audit log."),
    ),
)
