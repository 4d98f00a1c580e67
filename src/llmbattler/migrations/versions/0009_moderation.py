"""Flags, the list of words, and the turns that nobody has looked at yet."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "flagged",
        sa.Column("flag_id", sa.Uuid(), nullable=False),
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("where", sa.String(length=20), nullable=False),
        sa.Column("entry_id", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("category", sa.String(length=40), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=False),
        sa.Column("times", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("status", sa.String(length=20), server_default=sa.text("'open'"), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("flag_id", name=op.f("pk_flagged")),
    )
    op.create_index(
        op.f("ix_flagged_battle_id_entry_id_source_category"),
        "flagged",
        ["battle_id", "entry_id", "source", "category"],
        unique=True,
    )
    op.create_index(op.f("ix_flagged_status_flag_id"), "flagged", ["status", "flag_id"], unique=False)
    op.create_table(
        "moderation_unread",
        sa.Column("unread_id", sa.Uuid(), nullable=False),
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("unread_id", name=op.f("pk_moderation_unread")),
    )
    op.create_table(
        "moderation_words",
        sa.Column("word_id", sa.Uuid(), nullable=False),
        sa.Column("phrase", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("category", sa.String(length=40), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("word_id", name=op.f("pk_moderation_words")),
        sa.UniqueConstraint("key", name=op.f("uq_moderation_words_key")),
    )


def downgrade() -> None:
    op.drop_table("moderation_words")
    op.drop_table("moderation_unread")
    op.drop_index(op.f("ix_flagged_status_flag_id"), table_name="flagged")
    op.drop_index(op.f("ix_flagged_battle_id_entry_id_source_category"), table_name="flagged")
    op.drop_table("flagged")
