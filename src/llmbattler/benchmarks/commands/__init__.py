"""`llmbattler bench …`: suites, runs and results of benchmarks."""

import typer

from . import results, runs, suites

app = typer.Typer(name="bench", help="Suites, runs and results of benchmarks.", no_args_is_help=True)
suites.register(app)
runs.register(app)
results.register(app)
