"""What the arena registers."""

from llmbattler.core.manifests import Command, Manifest, Process, Purpose, Resource, Router, RowSource

manifest = Manifest(
    name="arena",
    settings="llmbattler.arena.settings:ArenaSettings",
    after=("ratings", "library"),
    routers=(
        Router("llmbattler.arena.routes:router", busy=True),
        Router("llmbattler.arena.counting.routes:router"),
        Router("llmbattler.arena.moderation.routes:router"),
        Router("llmbattler.arena.integrity.routes:router"),
    ),
    jobs=(
        "llmbattler.arena.jobs",
        "llmbattler.arena.counting.jobs",
        "llmbattler.arena.integrity.jobs",
        "llmbattler.arena.judging.jobs",
        "llmbattler.arena.moderation.jobs",
        "llmbattler.arena.sealing.jobs",
    ),
    tables=("llmbattler.arena.models", "llmbattler.arena.moderation.models"),
    owned_data=(
        "llmbattler.arena.owning.service:SESSIONS",
        "llmbattler.arena.owning.service:VOTES",
        "llmbattler.arena.owning.service:BOARD",
        "llmbattler.arena.owning.service:REQUESTS",
        "llmbattler.arena.integrity.service:EXCLUSIONS",
    ),
    resources=(
        Resource("llmbattler.arena.lifespan:open_arena", Process.SERVER),
        Resource("llmbattler.arena.lifespan:open_pairing", Process.SERVER),
    ),
    commands=(
        Command("ratings", "llmbattler.arena.commands.ratings:app", "The boards: count anew, look."),
        Command(
            "judge", "llmbattler.arena.commands.judge:app", "Models that judge stored battles: run one, compare them."
        ),
        Command(
            "votes", "llmbattler.arena.commands.votes:app", "Votes: import, export, sets; suspects, exclude, restore."
        ),
        Command(
            "moderation",
            "llmbattler.arena.commands.moderation:app",
            "What was flagged and blocked, and the word list.",
        ),
    ),
    checks=("llmbattler.arena.sealing.doctor:examine_votes",),
    purposes=(
        Purpose("battle", blind=True),
        Purpose("side_by_side", personal=True),
        Purpose("direct", personal=True),
        Purpose("judge"),
        Purpose("moderation"),
    ),
    rows=(
        RowSource("battles", "battles", at="created_at", who="owner"),
        RowSource("votes", "votes", at="created_at", who="voter"),
    ),
)
