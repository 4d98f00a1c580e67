"""`llmbattler bench …`: suites, runs and results of benchmarks. Each command is imported when it is called."""

from llmbattler.core.manifests import Command


def _command(name: str, function: str, text: str) -> Command:
    return Command(name, f"{__name__}.{function}", text)


COMMANDS = (
    _command("check", "suites:check_suite", "List all problems of a suite with line and field."),
    _command("suites", "suites:list_suites", "Show the suites of this site."),
    _command("add", "suites:add_suite", "Add a suite to this site, or a new version if the name exists."),
    _command("show", "suites:show_suite", "Show the prompts and scores of a suite."),
    _command("preview", "suites:preview_suite", "Show the prompt for one sample."),
    _command("scorers", "suites:list_scorers", "List all scorers and extraction steps with their options."),
    _command("schema", "suites:print_schema", "Print the JSON schema of suite files, for editors."),
    _command("run", "runs:run_suite", "Run a suite on models."),
    _command("estimate", "runs:estimate", "Estimate cost, duration and statistical resolution of a run."),
    _command("runs", "runs:list_runs", "List runs, newest first."),
    _command("status", "runs:status", "Show a run with its scores, also while it is running."),
    _command("pause", "runs:pause", "Pause a run: start no further calls."),
    _command("resume", "runs:resume", "Continue a paused or stopped run."),
    _command("cancel", "runs:cancel", "End a run for good."),
    _command("retry", "runs:retry", "Retry only what failed or was quarantined."),
    _command("delete", "runs:delete", "Delete a run with all its results."),
    _command("schedules", "schedules:list_schedules", "List schedules."),
    _command("schedule", "schedules:add_schedule", "Start a run of the newest version of a suite on a schedule."),
    _command("unschedule", "schedules:remove_schedule", "Delete a schedule."),
    _command(
        "results",
        "results:show_results",
        "Show the scores of a run with intervals.",
    ),
    _command("samples", "results:list_samples", "List samples of a run with their results."),
    _command("compare", "results:compare", "Compare models or runs sample by sample."),
    _command(
        "export",
        "results:export_file",
        "Write a run to a file: JSON, CSV, Parquet or a PDF report.",
    ),
    _command(
        "import",
        "results:import_file",
        "Import an exported run.",
    ),
)
