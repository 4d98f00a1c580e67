"""Providers with their encrypted keys, models of the desk, and models that wait to be accepted."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "providers",
        sa.Column("provider_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("connector", sa.Text(), nullable=False),
        sa.Column("base_url", sa.Text(), nullable=False),
        sa.Column("own_keys", sa.Boolean(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("provider_id", name=op.f("pk_providers")),
    )
    op.create_table(
        "provider_keys",
        sa.Column("key_id", sa.Uuid(), nullable=False),
        sa.Column("provider_id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("ciphertext", sa.LargeBinary(), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("master_key_id", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("key_id", name=op.f("pk_provider_keys")),
    )
    op.create_index(op.f("ix_provider_keys_owner"), "provider_keys", ["owner"], unique=False)
    op.create_index(
        op.f("ix_provider_keys_provider_id_owner"),
        "provider_keys",
        ["provider_id", "owner"],
        unique=True,
        postgresql_nulls_not_distinct=True,
    )
    op.create_table(
        "found_models",
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("provider_id", sa.Text(), nullable=True),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("found_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ignored_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("model_id", name=op.f("pk_found_models")),
    )
    op.add_column("models", sa.Column("provider_id", sa.Text(), nullable=True))
    op.add_column(
        "models", sa.Column("held", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False)
    )
    op.create_index(op.f("ix_models_provider_id"), "models", ["provider_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_models_provider_id"), table_name="models")
    op.drop_column("models", "held")
    op.drop_column("models", "provider_id")
    op.drop_table("found_models")
    op.drop_index(op.f("ix_provider_keys_provider_id_owner"), table_name="provider_keys")
    op.drop_index(op.f("ix_provider_keys_owner"), table_name="provider_keys")
    op.drop_table("provider_keys")
    op.drop_table("providers")
