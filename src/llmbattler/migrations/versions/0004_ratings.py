"""Counts, boards and their history, the votes of judges and imported ones, own boards."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "board_resets",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("reset_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("previous", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("owner", name=op.f("pk_board_resets")),
    )
    op.create_table(
        "boards",
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("total_votes", sa.Integer(), nullable=False),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("board", name=op.f("pk_boards")),
    )
    op.create_table(
        "imported_sets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
        sa.Column("skipped", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_imported_sets")),
    )
    op.create_table(
        "imported_votes",
        sa.Column("imported_vote_id", sa.Uuid(), nullable=False),
        sa.Column("set_name", sa.Text(), nullable=False),
        sa.Column("model_a", sa.Text(), nullable=False),
        sa.Column("model_b", sa.Text(), nullable=False),
        sa.Column("winner", sa.Text(), nullable=False),
        sa.Column("judge", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("style", postgresql.ARRAY(sa.Integer()), nullable=True),
        sa.Column("voted_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("imported_vote_id", name=op.f("pk_imported_votes")),
    )
    op.create_index(op.f("ix_imported_votes_set_name"), "imported_votes", ["set_name"], unique=False)
    op.create_table(
        "judge_votes",
        sa.Column("judge_vote_id", sa.Uuid(), nullable=False),
        sa.Column("battle_id", sa.Uuid(), nullable=False),
        sa.Column("judge_model_id", sa.Text(), nullable=False),
        sa.Column("order", sa.String(length=20), nullable=False),
        sa.Column("verdict", sa.String(length=20), nullable=True),
        sa.Column("left_model_id", sa.Text(), nullable=False),
        sa.Column("right_model_id", sa.Text(), nullable=False),
        sa.Column("categories", postgresql.ARRAY(sa.String(length=40)), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("judge_vote_id", name=op.f("pk_judge_votes")),
    )
    op.create_index(
        op.f("ix_judge_votes_battle_id_judge_model_id_order"),
        "judge_votes",
        ["battle_id", "judge_model_id", "order"],
        unique=True,
    )
    op.create_index(op.f("ix_judge_votes_judge_model_id"), "judge_votes", ["judge_model_id"], unique=False)
    op.create_table(
        "model_stats",
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("ci_low", sa.Double(), nullable=False),
        sa.Column("ci_high", sa.Double(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("rank_low", sa.Integer(), nullable=False),
        sa.Column("rank_high", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("ties", sa.Integer(), nullable=False),
        sa.Column("both_bad", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("board", "model_id", name=op.f("pk_model_stats")),
    )
    op.create_index(op.f("ix_model_stats_model_id"), "model_stats", ["model_id"], unique=False)
    op.create_table(
        "model_stats_history",
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("total_votes", sa.Integer(), nullable=False),
        sa.Column("rows", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("board", "at", name=op.f("pk_model_stats_history")),
    )
    op.create_table(
        "online_elo",
        sa.Column("voted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("vote_id", sa.Uuid(), nullable=False),
        sa.Column("ratings", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("voted_at", "vote_id", name=op.f("pk_online_elo")),
    )
    op.create_table(
        "pair_counts",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("facet", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("model_a", sa.Text(), nullable=False),
        sa.Column("model_b", sa.Text(), nullable=False),
        sa.Column("wins_a", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("wins_b", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("ties", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("both_bad", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("source", "facet", "day", "model_a", "model_b", name=op.f("pk_pair_counts")),
    )
    op.create_table(
        "pair_totals",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("facet", sa.Text(), nullable=False),
        sa.Column("model_a", sa.Text(), nullable=False),
        sa.Column("model_b", sa.Text(), nullable=False),
        sa.Column("wins_a", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("wins_b", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("ties", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("both_bad", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("source", "facet", "model_a", "model_b", name=op.f("pk_pair_totals")),
    )
    op.create_index(op.f("ix_pair_totals_model_a_model_b"), "pair_totals", ["model_a", "model_b"], unique=False)
    op.create_table(
        "vote_seals",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
        sa.Column("seal", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_vote_seals")),
    )
    op.create_table(
        "worker_status",
        sa.Column("worker_name", sa.Text(), nullable=False),
        sa.Column("last_run_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("votes_processed", sa.Integer(), nullable=False),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("worker_name", name=op.f("pk_worker_status")),
    )
    op.add_column("votes", sa.Column("style", postgresql.ARRAY(sa.Integer()), nullable=True))
    op.add_column(
        "votes",
        sa.Column("shown", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'"), nullable=False),
    )
    op.create_index(op.f("ix_votes_created_at_vote_id"), "votes", ["created_at", "vote_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_votes_created_at_vote_id"), table_name="votes")
    op.drop_column("votes", "shown")
    op.drop_column("votes", "style")
    op.drop_table("worker_status")
    op.drop_table("vote_seals")
    op.drop_index(op.f("ix_pair_totals_model_a_model_b"), table_name="pair_totals")
    op.drop_table("pair_totals")
    op.drop_table("pair_counts")
    op.drop_table("online_elo")
    op.drop_table("model_stats_history")
    op.drop_index(op.f("ix_model_stats_model_id"), table_name="model_stats")
    op.drop_table("model_stats")
    op.drop_index(op.f("ix_judge_votes_judge_model_id"), table_name="judge_votes")
    op.drop_index(op.f("ix_judge_votes_battle_id_judge_model_id_order"), table_name="judge_votes")
    op.drop_table("judge_votes")
    op.drop_index(op.f("ix_imported_votes_set_name"), table_name="imported_votes")
    op.drop_table("imported_votes")
    op.drop_table("imported_sets")
    op.drop_table("boards")
    op.drop_table("board_resets")
