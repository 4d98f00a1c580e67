"""Visitors, sessions, battles, votes, links, images, and the answers kept for repeated requests."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_accounts")),
    )
    op.create_table(
        "battles",
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("mode", sa.String(length=20), nullable=False),
        sa.Column("left_model_id", sa.Text(), nullable=False),
        sa.Column("right_model_id", sa.Text(), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("void_reason", sa.String(length=20), nullable=True),
        sa.Column("conversation", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("categories", postgresql.ARRAY(sa.String(length=40)), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("corrected", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("flags", postgresql.ARRAY(sa.String(length=40)), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("prompt_hash", sa.Text(), nullable=False),
        sa.Column("turns", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("pace", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("sampling_probability", sa.Double(), nullable=True),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", name=op.f("pk_battles")),
    )
    op.create_index(
        "ix_battles_generating", "battles", ["owner"], unique=False, postgresql_where=sa.text("status = 'generating'")
    )
    op.create_index(op.f("ix_battles_owner_prompt_hash"), "battles", ["owner", "prompt_hash"], unique=False)
    op.create_index(op.f("ix_battles_session_id_created_at"), "battles", ["session_id", "created_at"], unique=False)
    op.create_index(op.f("ix_battles_status_updated_at"), "battles", ["status", "updated_at"], unique=False)
    op.create_table(
        "idempotency_keys",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("route", sa.Text(), nullable=False),
        sa.Column("body_hash", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("response_status", sa.Integer(), nullable=True),
        sa.Column("response_body", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("reference", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("owner", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_index(op.f("ix_idempotency_keys_created_at"), "idempotency_keys", ["created_at"], unique=False)
    op.create_table(
        "images",
        sa.Column("image_id", sa.Uuid(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("battle_id", sa.Uuid(), nullable=True),
        sa.Column("storage_key", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("image_id", name=op.f("pk_images")),
    )
    op.create_index(op.f("ix_images_battle_id"), "images", ["battle_id"], unique=False)
    op.create_index(op.f("ix_images_owner_created_at"), "images", ["owner", "created_at"], unique=False)
    op.create_table(
        "live_chunks",
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("left", sa.Text(), nullable=False),
        sa.Column("right", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", "seq", name=op.f("pk_live_chunks")),
        prefixes=["UNLOGGED"],
    )
    op.create_table(
        "live_turns",
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("process", sa.Uuid(), nullable=False),
        sa.Column("leased_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("stop_requested", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", name=op.f("pk_live_turns")),
        prefixes=["UNLOGGED"],
    )
    op.create_index(op.f("ix_live_turns_process"), "live_turns", ["process"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_active_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_owner_last_active_at"), "sessions", ["owner", "last_active_at"], unique=False)
    op.create_table(
        "shares",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_shares")),
        sa.UniqueConstraint("battle_id", name=op.f("uq_shares_battle_id")),
    )
    op.create_table(
        "votes",
        sa.Column("vote_id", sa.Uuid(), nullable=False),
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("voter", sa.Text(), nullable=False),
        sa.Column("vote", sa.String(length=20), nullable=False),
        sa.Column("reasons", postgresql.ARRAY(sa.String(length=40)), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("comment", sa.Text(), nullable=True),
        sa.Column("left_model_id", sa.Text(), nullable=False),
        sa.Column("right_model_id", sa.Text(), nullable=False),
        sa.Column("mode", sa.String(length=20), nullable=False),
        sa.Column("categories", postgresql.ARRAY(sa.String(length=40)), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("flags", postgresql.ARRAY(sa.String(length=40)), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("prompt_hash", sa.Text(), nullable=False),
        sa.Column("processing_status", sa.String(length=20), server_default=sa.text("'pending'"), nullable=False),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("processed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("vote_id", name=op.f("pk_votes")),
        sa.UniqueConstraint("battle_id", name=op.f("uq_votes_battle_id")),
    )
    op.create_index(op.f("ix_votes_address_created_at"), "votes", ["address", "created_at"], unique=False)
    op.create_index(
        "ix_votes_pending",
        "votes",
        ["vote_id"],
        unique=False,
        postgresql_where=sa.text("processing_status = 'pending'"),
    )
    op.create_index(op.f("ix_votes_voter_prompt_hash"), "votes", ["voter", "prompt_hash"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_votes_voter_prompt_hash"), table_name="votes")
    op.drop_index("ix_votes_pending", table_name="votes", postgresql_where=sa.text("processing_status = 'pending'"))
    op.drop_index(op.f("ix_votes_address_created_at"), table_name="votes")
    op.drop_table("votes")
    op.drop_table("shares")
    op.drop_index(op.f("ix_sessions_owner_last_active_at"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_index(op.f("ix_live_turns_process"), table_name="live_turns")
    op.drop_table("live_turns")
    op.drop_table("live_chunks")
    op.drop_index(op.f("ix_images_owner_created_at"), table_name="images")
    op.drop_index(op.f("ix_images_battle_id"), table_name="images")
    op.drop_table("images")
    op.drop_index(op.f("ix_idempotency_keys_created_at"), table_name="idempotency_keys")
    op.drop_table("idempotency_keys")
    op.drop_index(op.f("ix_battles_status_updated_at"), table_name="battles")
    op.drop_index(op.f("ix_battles_session_id_created_at"), table_name="battles")
    op.drop_index(op.f("ix_battles_owner_prompt_hash"), table_name="battles")
    op.drop_index("ix_battles_generating", table_name="battles", postgresql_where=sa.text("status = 'generating'"))
    op.drop_table("battles")
    op.drop_table("accounts")
