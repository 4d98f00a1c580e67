"""Generations in flight over any number of streams replace live turns; battles count attempts at their last turn."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("attempt", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.drop_table("live_chunks")
    op.drop_index("ix_live_turns_process", table_name="live_turns")
    op.drop_table("live_turns")
    op.create_table(
        "live_generations",
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("part", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("process", sa.Uuid(), nullable=False),
        sa.Column("leased_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("stop_requested", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("subject_id", "part", name=op.f("pk_live_generations")),
    )
    op.create_index(op.f("ix_live_generations_owner"), "live_generations", ["owner"])
    op.create_index(op.f("ix_live_generations_process"), "live_generations", ["process"])
    op.create_table(
        "live_chunks",
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("part", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("texts", ARRAY(sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("subject_id", "part", "seq", name=op.f("pk_live_chunks")),
        prefixes=["UNLOGGED"],
    )
    # What an older version was answering has no process any more; the sweep ends it.
    op.execute(
        sa.text(
            "INSERT INTO live_generations (subject_id, part, kind, owner, process) "
            "SELECT battle_id, '0', 'battle', owner, gen_random_uuid() FROM battles WHERE status = 'generating'"
        )
    )


def downgrade() -> None:
    op.drop_table("live_chunks")
    op.drop_index(op.f("ix_live_generations_process"), table_name="live_generations")
    op.drop_index(op.f("ix_live_generations_owner"), table_name="live_generations")
    op.drop_table("live_generations")
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
    op.create_index(op.f("ix_live_turns_process"), "live_turns", ["process"])
    op.create_table(
        "live_chunks",
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("left", sa.Text(), nullable=False),
        sa.Column("right", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", "seq", name=op.f("pk_live_chunks")),
        prefixes=["UNLOGGED"],
    )
    op.drop_column("battles", "attempt")
