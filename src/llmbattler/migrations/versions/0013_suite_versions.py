"""Give the versions of suites a parent and a note."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("bench_versions", sa.Column("parent", sa.Integer(), nullable=True))
    op.add_column("bench_versions", sa.Column("note", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.execute(sa.text("UPDATE bench_versions SET parent = number - 1 WHERE number > 1"))


def downgrade() -> None:
    op.drop_column("bench_versions", "note")
    op.drop_column("bench_versions", "parent")
