"""What the toy slice registers."""

from llmbattler.core.manifests import (
    Command,
    DemoData,
    JobKind,
    Manifest,
    Purpose,
    Resource,
    Router,
    RowSource,
    Shareable,
)

manifest = Manifest(
    name="toy",
    after=("arena",),
    routers=(Router("toy_slice.routes:router"),),
    jobs=("toy_slice.jobs",),
    tables=("toy_slice.models",),
    revisions="toy_slice.revisions",
    owned_data=("toy_slice.service:TOYS",),
    resources=(Resource("toy_slice.lifespan:open_box"),),
    starts=("toy_slice.lifespan:start",),
    commands=(Command("toys", "toy_slice.commands:count", "Count the toys."),),
    checks=("toy_slice.service:check_toys",),
    settings="toy_slice.settings:ToySettings",
    purposes=(Purpose("toy", personal=True),),
    shareables=(Shareable("toy", "toy_slice.service:may_view_toy"),),
    job_kinds=(JobKind("toy", "toy_slice.service:list_unfinished_toys"),),
    rows=(RowSource("toys", "toys", at="created_at", who="owner"),),
    demo=DemoData("toy_slice.service:fill_demo", order=3, weight=0.1),
)
