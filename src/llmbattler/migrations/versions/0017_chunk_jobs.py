"""Chunks of runs become jobs of the queue; the engine keeps no leases and no list of workers of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Chunks that a worker of the old version holds simply wait again: their recorded results are not asked for again.
    op.drop_index("ix_bench_chunks_free", table_name="bench_chunks")
    op.drop_column("bench_chunks", "worker")
    op.drop_column("bench_chunks", "leased_until")
    op.add_column("bench_chunks", sa.Column("job_id", sa.BigInteger(), nullable=True))
    op.add_column("bench_chunks", sa.Column("parked", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("bench_chunks", sa.Column("solo_starts", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.create_index(
        "ix_bench_chunks_waiting",
        "bench_chunks",
        ["run_id", sa.text("deaths DESC"), "number"],
        postgresql_where=sa.text("job_id IS NULL"),
    )
    op.create_index(
        "ix_bench_chunks_enqueued", "bench_chunks", ["run_id"], postgresql_where=sa.text("job_id IS NOT NULL")
    )
    op.drop_table("bench_workers")


def downgrade() -> None:
    op.create_table(
        "bench_workers",
        sa.Column("worker", sa.Uuid(), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("calls", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("worker", name=op.f("pk_bench_workers")),
    )
    op.drop_index("ix_bench_chunks_enqueued", table_name="bench_chunks")
    op.drop_index("ix_bench_chunks_waiting", table_name="bench_chunks")
    op.drop_column("bench_chunks", "solo_starts")
    op.drop_column("bench_chunks", "parked")
    op.drop_column("bench_chunks", "job_id")
    op.add_column("bench_chunks", sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("bench_chunks", sa.Column("worker", sa.Uuid(), nullable=True))
    op.create_index("ix_bench_chunks_free", "bench_chunks", ["run_id", "leased_until"])
