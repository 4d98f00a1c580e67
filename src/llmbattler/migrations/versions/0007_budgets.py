"""What may be spent in a day, what was spent and set aside, and alerts."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# What was spent before there were budgets counts too. Providers are named as `find_provider` does it.
FROM_LEDGER = """
    WITH paid AS (
        SELECT (c.created_at AT TIME ZONE 'utc')::date AS day, c.cost_micro_usd AS cost,
               CASE WHEN c.caller LIKE 'v\\_%' THEN 'visitors' ELSE nullif(c.caller, '') END AS member,
               coalesce(lower(substring(m.base_url FROM '^[A-Za-z]+://(?:[^/?#@]*@)?([^/?#]+)')), m.connector)
                   AS provider
        FROM model_calls c LEFT JOIN models m USING (model_id) WHERE c.cost_micro_usd > 0
    ), pots AS (
        SELECT day, 'site' AS scope, '' AS subject, cost FROM paid
        UNION ALL SELECT day, 'provider', provider, cost FROM paid WHERE provider IS NOT NULL
        UNION ALL SELECT day, 'member', member, cost FROM paid WHERE member IS NOT NULL
    )
    INSERT INTO spend (day, scope, subject, spent_micro_usd, reserved_micro_usd)
    SELECT day, scope, subject, sum(cost), 0 FROM pots GROUP BY 1, 2, 3
"""


def upgrade() -> None:
    op.create_table(
        "alerts",
        sa.Column("alert_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("delivery", sa.String(20), server_default="waiting", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("acknowledged_by", sa.Text(), nullable=True),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("alert_id", name=op.f("pk_alerts")),
    )
    op.create_index(op.f("ix_alerts_created_at"), "alerts", ["created_at"], unique=False)
    op.create_index(
        "ix_alerts_unresolved",
        "alerts",
        ["kind", "subject", "day"],
        unique=True,
        postgresql_where=sa.text("resolved_at IS NULL"),
    )
    op.create_table(
        "budgets",
        sa.Column("budget_id", sa.Uuid(), nullable=False),
        sa.Column("scope", sa.String(20), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("limit_micro_usd", sa.BigInteger(), nullable=False),
        sa.Column("warn_at", sa.Double(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("budget_id", name=op.f("pk_budgets")),
        sa.UniqueConstraint("scope", "subject", name=op.f("uq_budgets_scope_subject")),
    )
    op.create_table(
        "spend",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("scope", sa.String(20), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("spent_micro_usd", sa.BigInteger(), nullable=False),
        sa.Column("reserved_micro_usd", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "scope", "subject", name=op.f("pk_spend")),
    )
    op.create_table(
        "spend_reservations",
        sa.Column("reservation_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("member", sa.Text(), nullable=True),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("amount_micro_usd", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("reservation_id", name=op.f("pk_spend_reservations")),
    )
    op.create_index(op.f("ix_spend_reservations_expires_at"), "spend_reservations", ["expires_at"], unique=False)
    op.add_column("model_calls", sa.Column("own_key", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute(FROM_LEDGER)


def downgrade() -> None:
    op.drop_column("model_calls", "own_key")
    op.drop_index(op.f("ix_spend_reservations_expires_at"), table_name="spend_reservations")
    op.drop_table("spend_reservations")
    op.drop_table("spend")
    op.drop_table("budgets")
    op.drop_index("ix_alerts_unresolved", table_name="alerts", postgresql_where=sa.text("resolved_at IS NULL"))
    op.drop_index(op.f("ix_alerts_created_at"), table_name="alerts")
    op.drop_table("alerts")
