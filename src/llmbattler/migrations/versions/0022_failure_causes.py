"""Store why a model is down, and why a side of a battle has no answer, as the provider said it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
oldest_compatible = "0021"


def upgrade() -> None:
    op.add_column("model_health", sa.Column("report", sa.Text(), nullable=True))
    op.add_column(
        "battles",
        sa.Column("failures", postgresql.JSONB(), server_default=sa.text("'{}'"), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("battles", "failures")
    op.drop_column("model_health", "report")
