"""What core registers."""

from .manifests import Manifest, Process, Resource, Router

manifest = Manifest(
    name="core",
    routers=(
        Router("llmbattler.core.web.health:router", unlimited=True, busy=True),
        Router("llmbattler.core.web.live:router", unlimited=True, busy=True),
    ),
    settings="llmbattler.core.backups.settings:BackupSettings",
    jobs=(
        "llmbattler.core.jobs",
        "llmbattler.core.idempotency",
        "llmbattler.core.backups.jobs",
        "llmbattler.core.partitions",
    ),
    tables=("llmbattler.core.db.idempotency",),
    starts=("llmbattler.core.backups.schedule:check_schedule", "llmbattler.core.partitions:add_partitions"),
    worker_starts=("llmbattler.core.partitions:add_partitions",),
    checks=("llmbattler.core.backups.schedule:examine_backups",),
    resources=(Resource("llmbattler.core.lifespan:open_web", Process.SERVER),),
)
