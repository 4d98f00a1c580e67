from pathlib import Path

from tests.benchmarks.commands.conftest import ECHO, Bench, write_suite


def test_runs_are_scheduled_from_the_command_line(bench: Bench, data_dir: Path) -> None:
    assert "There are no schedules" in bench("schedules").stdout
    assert bench("estimate", write_suite(data_dir), "--models", ECHO).exit_code == 0
    made = bench("schedule", "capitals", "--cron", "0 6 * * 1", "--models", ECHO, "--title", "Weekly")
    assert made.exit_code == 0, made.output
    assert "06:00 UTC" in made.stdout
    listed = bench("schedules").stdout
    assert "Weekly" in listed
    assert "0 6 * * 1" in listed
    wrong = bench("schedule", "capitals", "--cron", "whenever", "--models", ECHO)
    assert wrong.exit_code == 1
    assert "five fields" in wrong.stderr
    for option, value in (("--budget", "-1"), ("--title", "x" * 201)):
        refused = bench("schedule", "capitals", "--cron", "0 6 * * 1", "--models", ECHO, option, value)
        assert (refused.exit_code, "Input should" in refused.stderr or "String should" in refused.stderr) == (1, True)
    assert bench("unschedule", made.stdout.split()[0]).exit_code == 0
    assert "There are no schedules" in bench("schedules").stdout
