"""What ratings register."""

from llmbattler.core.manifests import LiveTopic, Manifest, Process, Resource, Router

manifest = Manifest(
    name="ratings",
    settings="llmbattler.ratings.settings:RatingSettings",
    after=("catalog",),
    routers=(
        Router("llmbattler.ratings.routes:router", busy=True),
        Router("llmbattler.ratings.imports.routes:router"),
    ),
    uploads={"/api/vote-sets": "application/octet-stream"},
    ready_responses={"/api/leaderboard": "llmbattler.ratings.middleware:ReadyBoards"},
    topics=(LiveTopic("leaderboard"),),
    tables=("llmbattler.ratings.models",),
    resources=(Resource("llmbattler.ratings.lifespan:open_boards", Process.SERVER),),
)
