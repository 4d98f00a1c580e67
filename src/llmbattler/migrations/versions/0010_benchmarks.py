"""Suites, samples, runs and results of benchmarks."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bench_answers",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("finish", sa.String(length=20), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=True),
        sa.Column("output_tokens", sa.Integer(), nullable=True),
        sa.Column("first_token_ms", sa.Integer(), nullable=True),
        sa.Column("total_ms", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_bench_answers")),
    )
    op.create_index(op.f("ix_bench_answers_model_id"), "bench_answers", ["model_id"], unique=False)
    op.create_table(
        "bench_chunks",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("worker", sa.Uuid(), nullable=True),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deaths", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "number", name=op.f("pk_bench_chunks")),
    )
    op.create_index("ix_bench_chunks_free", "bench_chunks", ["run_id", "leased_until"], unique=False)
    op.create_table(
        "bench_datasets",
        sa.Column("dataset_id", sa.Uuid(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("sample_count", sa.Integer(), nullable=False),
        sa.Column("columns", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("dataset_id", name=op.f("pk_bench_datasets")),
        sa.UniqueConstraint("digest", name=op.f("uq_bench_datasets_digest")),
    )
    op.create_table(
        "bench_gates",
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("width", sa.Double(), nullable=False),
        sa.Column("cool_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("endpoint", name=op.f("pk_bench_gates")),
    )
    op.create_table(
        "bench_results",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("prompt", sa.String(length=64), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("sample_id", sa.String(length=16), nullable=False),
        sa.Column(
            "outcome",
            sa.String(length=20),
            nullable=False,
        ),
        sa.Column("value", sa.Double(), nullable=True),
        sa.Column("scores", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("finish", sa.String(length=20), nullable=True),
        sa.Column("input_tokens", sa.Integer(), nullable=True),
        sa.Column("output_tokens", sa.Integer(), nullable=True),
        sa.Column("cost_micro_usd", sa.BigInteger(), nullable=True),
        sa.Column("judge_micro_usd", sa.BigInteger(), nullable=True),
        sa.Column("first_token_ms", sa.Integer(), nullable=True),
        sa.Column("total_ms", sa.Integer(), nullable=True),
        sa.Column("cached", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("tries", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("error_kind", sa.String(length=40), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("worker", sa.Uuid(), nullable=True),
        sa.Column("recorded_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "model_id", "prompt", "position", "epoch", name=op.f("pk_bench_results")),
    )
    op.create_index(
        op.f("ix_bench_results_run_id_outcome_position"),
        "bench_results",
        ["run_id", "outcome", "position"],
        unique=False,
    )
    op.create_index(op.f("ix_bench_results_run_id_position"), "bench_results", ["run_id", "position"], unique=False)
    op.create_index(op.f("ix_bench_results_run_id_total_ms"), "bench_results", ["run_id", "total_ms"], unique=False)
    op.create_table(
        "bench_runs",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("suite_id", sa.Uuid(), nullable=False),
        sa.Column("version_id", sa.Uuid(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column(
            "status",
            sa.String(length=20),
            nullable=False,
        ),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("models", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("prompts", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("epochs", sa.Integer(), nullable=False),
        sa.Column("sample_count", sa.Integer(), nullable=False),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("judges", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("concurrency", sa.Integer(), nullable=False),
        sa.Column("use_cache", sa.Boolean(), nullable=False),
        sa.Column("budget_micro_usd", sa.BigInteger(), nullable=True),
        sa.Column("webhook_url", sa.Text(), nullable=True),
        sa.Column("schedule_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_bench_runs")),
    )
    op.create_index(op.f("ix_bench_runs_created_at"), "bench_runs", ["created_at"], unique=False)
    op.create_index(
        "ix_bench_runs_running", "bench_runs", ["run_id"], unique=False, postgresql_where=sa.text("status = 'running'")
    )
    op.create_index(op.f("ix_bench_runs_suite_id_created_at"), "bench_runs", ["suite_id", "created_at"], unique=False)
    op.create_table(
        "bench_samples",
        sa.Column("dataset_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("sample_id", sa.String(length=16), nullable=False),
        sa.Column("fields", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("target", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("cluster", sa.Text(), nullable=True),
        sa.Column("tags", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.PrimaryKeyConstraint("dataset_id", "position", name=op.f("pk_bench_samples")),
    )
    op.create_index(
        op.f("ix_bench_samples_dataset_id_sample_id"), "bench_samples", ["dataset_id", "sample_id"], unique=False
    )
    op.create_table(
        "bench_schedules",
        sa.Column("schedule_id", sa.Uuid(), nullable=False),
        sa.Column("suite_id", sa.Uuid(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("cron", sa.Text(), nullable=False),
        sa.Column("wanted", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_run_id", sa.Uuid(), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("schedule_id", name=op.f("pk_bench_schedules")),
    )
    op.create_index(op.f("ix_bench_schedules_next_at"), "bench_schedules", ["next_at"], unique=False)
    op.create_table(
        "bench_suites",
        sa.Column("suite_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column(
            "origin",
            sa.String(length=20),
            nullable=False,
        ),
        sa.Column("newest", sa.Integer(), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("suite_id", name=op.f("pk_bench_suites")),
        sa.UniqueConstraint("name", name=op.f("uq_bench_suites_name")),
    )
    op.create_table(
        "bench_versions",
        sa.Column("version_id", sa.Uuid(), nullable=False),
        sa.Column("suite_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("spec", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("dataset_id", sa.Uuid(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("version_id", name=op.f("pk_bench_versions")),
    )
    op.create_index(op.f("ix_bench_versions_suite_id_number"), "bench_versions", ["suite_id", "number"], unique=True)
    op.create_table(
        "bench_workers",
        sa.Column("worker", sa.Uuid(), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("calls", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("worker", name=op.f("pk_bench_workers")),
    )


def downgrade() -> None:
    op.drop_table("bench_workers")
    op.drop_index(op.f("ix_bench_versions_suite_id_number"), table_name="bench_versions")
    op.drop_table("bench_versions")
    op.drop_table("bench_suites")
    op.drop_index(op.f("ix_bench_schedules_next_at"), table_name="bench_schedules")
    op.drop_table("bench_schedules")
    op.drop_index(op.f("ix_bench_samples_dataset_id_sample_id"), table_name="bench_samples")
    op.drop_table("bench_samples")
    op.drop_index(op.f("ix_bench_runs_suite_id_created_at"), table_name="bench_runs")
    op.drop_index("ix_bench_runs_running", table_name="bench_runs", postgresql_where=sa.text("status = 'running'"))
    op.drop_index(op.f("ix_bench_runs_created_at"), table_name="bench_runs")
    op.drop_table("bench_runs")
    op.drop_index(op.f("ix_bench_results_run_id_total_ms"), table_name="bench_results")
    op.drop_index(op.f("ix_bench_results_run_id_position"), table_name="bench_results")
    op.drop_index(op.f("ix_bench_results_run_id_outcome_position"), table_name="bench_results")
    op.drop_table("bench_results")
    op.drop_table("bench_gates")
    op.drop_table("bench_datasets")
    op.drop_index("ix_bench_chunks_free", table_name="bench_chunks")
    op.drop_table("bench_chunks")
    op.drop_index(op.f("ix_bench_answers_model_id"), table_name="bench_answers")
    op.drop_table("bench_answers")
