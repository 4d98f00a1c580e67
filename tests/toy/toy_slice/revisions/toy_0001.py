"""Toys."""

import sqlalchemy as sa
from alembic import op

revision = "toy_0001"
down_revision = None
branch_labels = ("toy",)
depends_on = None


def upgrade() -> None:
    op.create_table(
        "toys",
        sa.Column("toy_id", sa.Uuid(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("color", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("toy_id", name=op.f("pk_toys")),
    )


def downgrade() -> None:
    op.drop_table("toys")
