"""Suspects, excluded voters, and the wider network of a vote."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "exclusions",
        sa.Column("voter", sa.Text(), nullable=False),
        sa.Column("excluded_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("voter", name=op.f("pk_exclusions")),
    )
    op.create_table(
        "suspects",
        sa.Column("suspect_id", sa.Uuid(), nullable=False),
        sa.Column("voters", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
        sa.Column("p_likelihood", sa.Double(), nullable=False),
        sa.Column("p_model", sa.Double(), nullable=False),
        sa.Column("target_model_id", sa.Text(), nullable=True),
        sa.Column("signals", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("evidence", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("status", sa.String(length=20), server_default=sa.text("'open'"), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("suspect_id", name=op.f("pk_suspects")),
    )
    op.create_index(
        op.f("ix_suspects_status_updated_at_suspect_id"),
        "suspects",
        ["status", "updated_at", "suspect_id"],
        unique=False,
    )
    op.add_column("votes", sa.Column("network", sa.Text(), nullable=True))
    op.add_column("votes", sa.Column("would_count", sa.Boolean(), nullable=True))
    op.create_index(
        "ix_votes_excluded",
        "votes",
        ["voter"],
        unique=False,
        postgresql_where=sa.text("would_count IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_votes_excluded", table_name="votes", postgresql_where=sa.text("would_count IS NOT NULL"))
    op.drop_column("votes", "would_count")
    op.drop_column("votes", "network")
    op.drop_index(op.f("ix_suspects_status_updated_at_suspect_id"), table_name="suspects")
    op.drop_table("suspects")
    op.drop_table("exclusions")
