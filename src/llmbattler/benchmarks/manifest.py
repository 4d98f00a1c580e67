"""What benchmarks register."""

from llmbattler.core.manifests import (
    Command,
    DemoData,
    JobKind,
    LiveTopic,
    Manifest,
    Purpose,
    Router,
    RowSource,
    Shareable,
)

manifest = Manifest(
    name="benchmarks",
    settings="llmbattler.benchmarks.runs.settings:BenchmarkSettings",
    after=("ratings", "scorers"),
    routers=(
        Router("llmbattler.benchmarks.suites.routes:router"),
        Router("llmbattler.benchmarks.runs.routes:router"),
        Router("llmbattler.benchmarks.runs.schedules.routes:router"),
        Router("llmbattler.benchmarks.results.routes:router"),
        Router("llmbattler.benchmarks.results.samples.routes:router"),
        Router("llmbattler.benchmarks.results.exports.routes:router"),
        Router("llmbattler.benchmarks.results.comparisons.routes:router"),
    ),
    uploads={
        "/api/bench/datasets": "application/octet-stream",
        "/api/bench/runs/import": "application/octet-stream",
    },
    jobs=(
        "llmbattler.benchmarks.suites.jobs",
        "llmbattler.benchmarks.runs.jobs",
        "llmbattler.benchmarks.runs.schedules.jobs",
    ),
    tables=("llmbattler.benchmarks.suites.models", "llmbattler.benchmarks.runs.models"),
    owned_data=(
        "llmbattler.benchmarks.suites.service.owned_data:SUITES",
        "llmbattler.benchmarks.runs.service.owned_data:RUNS",
        "llmbattler.benchmarks.runs.schedules.service.owned_data:SCHEDULES",
    ),
    loops={"benchmarks": "llmbattler.benchmarks.lifespan:run_benchmarks"},
    worker_starts=("llmbattler.benchmarks.lifespan:add_included_suites",),
    purposes=(Purpose("run", personal=True, frequent=True),),
    commands=(Command("bench", "llmbattler.benchmarks.commands:COMMANDS", "Suites, runs and results of benchmarks."),),
    topics=(
        LiveTopic("bench_run", "llmbattler.benchmarks.runs.service.access:may_view_run"),
        LiveTopic("bench_runs", "llmbattler.benchmarks.runs.service.access:may_list_runs"),
        LiveTopic("bench_schedules", "llmbattler.benchmarks.runs.service.access:may_list_runs"),
    ),
    shareables=(
        Shareable("suite", "llmbattler.benchmarks.suites.service.access:may_view_suite"),
        Shareable("run", "llmbattler.benchmarks.runs.service.access:may_view_run"),
    ),
    job_kinds=(JobKind("run", "llmbattler.benchmarks.runs.service.long_jobs:list_unfinished_runs"),),
    rows=(RowSource("runs", "bench_runs", at="created_at"),),
    demo=DemoData("llmbattler.benchmarks.demo.flow:fill_demo", order=2, weight=0.4),
)
