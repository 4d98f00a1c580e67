"""The models of the site, their health, and the ledger of calls."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "model_calls",
        sa.Column("call_id", sa.Uuid(), nullable=False),
        sa.Column("caller", sa.Text(), nullable=True),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("purpose_id", sa.Text(), nullable=True),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("input_tokens", sa.BigInteger(), nullable=True),
        sa.Column("output_tokens", sa.BigInteger(), nullable=True),
        sa.Column("cached_tokens", sa.BigInteger(), nullable=True),
        sa.Column("estimated", sa.Boolean(), nullable=False),
        sa.Column("cost_micro_usd", sa.BigInteger(), nullable=True),
        sa.Column("first_token_ms", sa.Integer(), nullable=True),
        sa.Column("total_ms", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("call_id", name=op.f("pk_model_calls")),
    )
    op.create_index(op.f("ix_model_calls_created_at"), "model_calls", ["created_at"], unique=False)
    op.create_index(op.f("ix_model_calls_model_id_created_at"), "model_calls", ["model_id", "created_at"], unique=False)
    op.create_table(
        "model_health",
        sa.Column("change_id", sa.Uuid(), nullable=False),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column(
            "changed_at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("change_id", name=op.f("pk_model_health")),
    )
    op.create_index(
        op.f("ix_model_health_model_id_changed_at"), "model_health", ["model_id", "changed_at"], unique=False
    )
    op.create_table(
        "models",
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("connector", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("base_url", sa.Text(), nullable=False),
        sa.Column("api_key_env", sa.Text(), nullable=True),
        sa.Column("organization", sa.Text(), nullable=True),
        sa.Column("license", sa.Text(), nullable=True),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("source", sa.String(20), nullable=False),
        sa.Column("place", sa.String(20), nullable=False),
        sa.Column("vision", sa.Boolean(), nullable=False),
        sa.Column("tools", sa.Boolean(), nullable=False),
        sa.Column("reasoning", sa.Boolean(), nullable=False),
        sa.Column("context_length", sa.Integer(), nullable=True),
        sa.Column("input_price", sa.Numeric(precision=14, scale=6), nullable=True),
        sa.Column("output_price", sa.Numeric(precision=14, scale=6), nullable=True),
        sa.Column("price_source", sa.String(20), nullable=True),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("system_prompt", sa.Text(), nullable=True),
        sa.Column("weight", sa.Double(), server_default=sa.text("1"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("model_id", name=op.f("pk_models")),
    )


def downgrade() -> None:
    op.drop_table("models")
    op.drop_index(op.f("ix_model_health_model_id_changed_at"), table_name="model_health")
    op.drop_table("model_health")
    op.drop_index(op.f("ix_model_calls_model_id_created_at"), table_name="model_calls")
    op.drop_index(op.f("ix_model_calls_created_at"), table_name="model_calls")
    op.drop_table("model_calls")
