"""Note in the ledger on behalf of which contestant, and for which of its answers, a model was called."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("model_calls", sa.Column("parent_id", sa.Uuid(), nullable=True))
    op.add_column("model_calls", sa.Column("contestant_id", sa.Text(), nullable=True))
    op.create_index(
        "ix_model_calls_contestant",
        "model_calls",
        ["contestant_id", "created_at"],
        postgresql_where=sa.text("contestant_id IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_model_calls_contestant", table_name="model_calls")
    op.drop_column("model_calls", "contestant_id")
    op.drop_column("model_calls", "parent_id")
