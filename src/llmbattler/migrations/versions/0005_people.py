"""People: accounts with passwords, sign-ins, tokens, invitations, links, guesses, and the audit log."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

APPEND_ONLY = (
    """
    CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
    END $$
    """,
    """
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only()
    """,
)


def upgrade() -> None:
    op.create_table(
        "api_tokens",
        sa.Column("token_id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("hint", sa.String(length=20), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("scopes", postgresql.ARRAY(sa.String(length=20)), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("token_id", name=op.f("pk_api_tokens")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_api_tokens_secret_hash")),
    )
    op.create_index(op.f("ix_api_tokens_account_id"), "api_tokens", ["account_id"], unique=False)
    op.create_table(
        "audit_log",
        sa.Column("entry_id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("before", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("after", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_audit_log")),
    )
    op.create_index(op.f("ix_audit_log_actor_at"), "audit_log", ["actor", "at"], unique=False)
    op.create_index(op.f("ix_audit_log_at"), "audit_log", ["at"], unique=False)
    op.create_index(op.f("ix_audit_log_subject_at"), "audit_log", ["subject", "at"], unique=False)
    op.create_table(
        "guesses",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("slot", sa.DateTime(timezone=True), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", "slot", name=op.f("pk_guesses")),
    )
    op.create_index(op.f("ix_guesses_slot"), "guesses", ["slot"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("invitation_id", sa.Uuid(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("hint", sa.String(length=20), nullable=False),
        sa.Column(
            "kind",
            sa.Enum("visitor", "member", "moderator", "admin", name="accountkind", native_enum=False, length=20),
            nullable=False,
        ),
        sa.Column("note", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("invitation_id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_invitations_secret_hash")),
    )
    op.create_table(
        "one_time_links",
        sa.Column("link_id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=True),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("link_id", name=op.f("pk_one_time_links")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_one_time_links_secret_hash")),
    )
    op.create_index(op.f("ix_one_time_links_account_id"), "one_time_links", ["account_id"], unique=False)
    op.create_table(
        "sign_ins",
        sa.Column("sign_in_id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("used_hash", sa.Text(), nullable=True),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("sign_in_id", name=op.f("pk_sign_ins")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_sign_ins_secret_hash")),
    )
    op.create_index(op.f("ix_sign_ins_account_id"), "sign_ins", ["account_id"], unique=False)
    op.create_index(op.f("ix_sign_ins_used_hash"), "sign_ins", ["used_hash"], unique=False)
    op.add_column("accounts", sa.Column("name", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.add_column("accounts", sa.Column("email", sa.Text(), nullable=True))
    op.add_column("accounts", sa.Column("password_hash", sa.Text(), nullable=True))
    op.add_column("accounts", sa.Column("oidc_subject", sa.Text(), nullable=True))
    op.add_column("accounts", sa.Column("reset_asked_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("accounts", sa.Column("desk_seen_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("accounts", sa.Column("deactivated_at", sa.DateTime(timezone=True), nullable=True))
    op.create_unique_constraint(op.f("uq_accounts_email"), "accounts", ["email"])
    op.create_unique_constraint(op.f("uq_accounts_oidc_subject"), "accounts", ["oidc_subject"])
    for statement in APPEND_ONLY:
        op.execute(statement)


def downgrade() -> None:
    op.drop_constraint(op.f("uq_accounts_oidc_subject"), "accounts", type_="unique")
    op.drop_constraint(op.f("uq_accounts_email"), "accounts", type_="unique")
    op.drop_column("accounts", "desk_seen_at")
    op.drop_column("accounts", "deactivated_at")
    op.drop_column("accounts", "reset_asked_at")
    op.drop_column("accounts", "oidc_subject")
    op.drop_column("accounts", "password_hash")
    op.drop_column("accounts", "email")
    op.drop_column("accounts", "name")
    op.drop_index(op.f("ix_sign_ins_used_hash"), table_name="sign_ins")
    op.drop_index(op.f("ix_sign_ins_account_id"), table_name="sign_ins")
    op.drop_table("sign_ins")
    op.drop_index(op.f("ix_one_time_links_account_id"), table_name="one_time_links")
    op.drop_table("one_time_links")
    op.drop_table("invitations")
    op.drop_index(op.f("ix_guesses_slot"), table_name="guesses")
    op.drop_table("guesses")
    op.drop_index(op.f("ix_audit_log_subject_at"), table_name="audit_log")
    op.drop_index(op.f("ix_audit_log_at"), table_name="audit_log")
    op.drop_index(op.f("ix_audit_log_actor_at"), table_name="audit_log")
    op.drop_table("audit_log")
    op.execute("DROP FUNCTION audit_log_is_append_only")
    op.drop_index(op.f("ix_api_tokens_account_id"), table_name="api_tokens")
    op.drop_table("api_tokens")
