"""What the arena registers."""

from llmbattler.core.manifests import (
    Command,
    DemoData,
    GenerationKind,
    JobKind,
    LiveTopic,
    Manifest,
    Process,
    Purpose,
    Resource,
    Router,
    RowSource,
    Shareable,
)

manifest = Manifest(
    name="arena",
    settings="llmbattler.arena.settings:ArenaSettings",
    after=("generation", "ratings", "library"),
    routers=(
        Router("llmbattler.arena.turns.routes:router", busy=True),
        Router("llmbattler.arena.voting.routes:router", busy=True),
        Router("llmbattler.arena.routes:router", busy=True),
        Router("llmbattler.arena.stored_answers.routes:router"),
        Router("llmbattler.arena.shares.routes:router"),
        Router("llmbattler.arena.vote_counts.routes:router"),
        Router("llmbattler.arena.moderation.routes:router"),
        Router("llmbattler.arena.integrity.routes:router"),
    ),
    jobs=(
        "llmbattler.arena.jobs",
        "llmbattler.arena.vote_counts.jobs",
        "llmbattler.arena.integrity.jobs",
        "llmbattler.arena.recounts.jobs",
        "llmbattler.arena.judges.jobs",
        "llmbattler.arena.moderation.jobs",
        "llmbattler.arena.vote_seals.jobs",
    ),
    tables=("llmbattler.arena.models", "llmbattler.arena.moderation.models"),
    owned_data=(
        "llmbattler.arena.owned_data.service:SESSIONS",
        "llmbattler.arena.owned_data.service:VOTES",
        "llmbattler.arena.owned_data.service:BOARD",
        "llmbattler.arena.owned_data.service:REQUESTS",
        "llmbattler.arena.integrity.service.suspects:EXCLUSIONS",
    ),
    resources=(
        Resource("llmbattler.arena.pairing.lifespan:open_pairing", Process.SERVER),
        Resource("llmbattler.arena.vote_counts.lifespan:open_refreshes", Process.SERVER),
    ),
    commands=(
        Command(
            "ratings",
            "llmbattler.arena.vote_counts.commands:app",
            "Recount the boards, show them, and show when votes were last counted.",
        ),
        Command(
            "judge", "llmbattler.arena.judges.commands:app", "Models that judge stored battles: run one, compare them."
        ),
        Command("battles", "llmbattler.arena.battle_files.commands:app", "Move the battles of one site to another."),
        Command(
            "votes",
            "llmbattler.arena.exports.commands:app",
            "Import and export votes, review voters, and exclude or restore them.",
        ),
        Command(
            "moderation",
            "llmbattler.arena.moderation.commands:app",
            "Moderation: flags, hidden battles, blocked visitors, word list.",
        ),
    ),
    checks=("llmbattler.arena.vote_seals.flow:examine_votes",),
    generation_kinds=(GenerationKind("battle", "llmbattler.arena.turns.flow:BattleTurns"),),
    purposes=(
        Purpose("battle", blind=True),
        Purpose("side_by_side", personal=True),
        Purpose("direct", personal=True),
        Purpose("judge"),
        Purpose("moderation"),
    ),
    job_kinds=(JobKind("recount", "llmbattler.arena.recounts.service:list_unfinished_recounts"),),
    rows=(
        RowSource("battles", "battles", at="created_at", who="owner"),
        RowSource("votes", "votes", at="created_at", who="voter"),
    ),
    topics=(LiveTopic("battle", "llmbattler.arena.service.access:may_view_battle"),),
    shareables=(
        Shareable("battle", "llmbattler.arena.service.access:may_view_battle"),
        Shareable("session", "llmbattler.arena.service.access:may_view_session"),
    ),
    demo=DemoData("llmbattler.arena.demo.flow:fill_demo", order=1, weight=0.6),
)
