"""Apply decisions about voters in a job: the requests for it."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
oldest_compatible = "0018"


def upgrade() -> None:
    op.create_table(
        "vote_recounts",
        sa.Column("recount_id", sa.Uuid(), nullable=False),
        sa.Column("voters", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), server_default="0", nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("recount_id", name="pk_vote_recounts"),
    )
    op.create_index(
        "ix_vote_recounts_unfinished",
        "vote_recounts",
        ["recount_id"],
        postgresql_where=sa.text("finished_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_table("vote_recounts")
