"""Rename what the admin area stores: token scopes, where models and suites come from, when figures were seen."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("accounts", "desk_seen_at", new_column_name="admin_seen_at")
    op.execute(sa.text("UPDATE api_tokens SET scopes = array_replace(scopes, 'desk', 'admin')"))
    op.execute(sa.text("UPDATE models SET source = 'manual' WHERE source = 'desk'"))
    op.execute(sa.text("UPDATE bench_suites SET origin = 'manual' WHERE origin = 'desk'"))


def downgrade() -> None:
    op.execute(sa.text("UPDATE bench_suites SET origin = 'desk' WHERE origin = 'manual'"))
    op.execute(sa.text("UPDATE models SET source = 'desk' WHERE source = 'manual'"))
    op.execute(sa.text("UPDATE api_tokens SET scopes = array_replace(scopes, 'admin', 'desk')"))
    op.alter_column("accounts", "admin_seen_at", new_column_name="desk_seen_at")
