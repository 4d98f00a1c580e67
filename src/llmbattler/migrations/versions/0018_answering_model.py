"""Note in the ledger which model answered, where a server answered with another one than it was asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
oldest_compatible = "0017"


def upgrade() -> None:
    op.add_column("model_calls", sa.Column("answering_model", sa.Text(), nullable=True))
    op.create_index(
        "ix_model_calls_answering",
        "model_calls",
        ["model_id", "created_at"],
        postgresql_where=sa.text("answering_model IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_model_calls_answering", table_name="model_calls")
    op.drop_column("model_calls", "answering_model")
