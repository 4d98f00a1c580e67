"""Note which endpoints of runs do not answer, and store every turn of answers with several turns."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
oldest_compatible = "0020"

_TIMES = ("heard_at", "silent_since", "silent_at")


def upgrade() -> None:
    for name in _TIMES:
        op.add_column("bench_gates", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    op.add_column("bench_gates", sa.Column("silent_error", sa.Text(), nullable=True))
    op.add_column("bench_results", sa.Column("turns", postgresql.JSONB(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("bench_results", "turns")
    for name in ("silent_error", *_TIMES):
        op.drop_column("bench_gates", name)
