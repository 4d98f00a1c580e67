"""Move the answer cache to generation, and record questions to named contestants."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_RENAME_FILE_JOBS = "UPDATE procrastinate_jobs SET task_name = '{new}' WHERE task_name = '{old}'"
_FILL_QUESTIONS = """
INSERT INTO named_questions (owner, question_hash, contestant_id, asked_at)
SELECT owner, split_part(prompt_hash, '+', 1), contestant_id, max(created_at)
FROM battles CROSS JOIN LATERAL unnest(ARRAY[left_model_id, right_model_id]) AS contestant_id
WHERE mode <> 'battle' AND contestant_id IS NOT NULL AND created_at > now() - interval '31 days'
GROUP BY 1, 2, 3
"""


def upgrade() -> None:
    op.rename_table("bench_answers", "response_cache")
    op.alter_column("response_cache", "model_id", new_column_name="contestant_id")
    op.execute("ALTER INDEX pk_bench_answers RENAME TO pk_response_cache")
    op.execute("ALTER INDEX ix_bench_answers_model_id RENAME TO ix_response_cache_contestant_id")
    op.create_table(
        "named_questions",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("question_hash", sa.String(length=64), nullable=False),
        sa.Column("contestant_id", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("owner", "question_hash", "contestant_id", name=op.f("pk_named_questions")),
    )
    op.execute(_FILL_QUESTIONS)
    op.execute(_RENAME_FILE_JOBS.format(old="arena.forget_files", new="library.delete_files"))


def downgrade() -> None:
    op.execute(_RENAME_FILE_JOBS.format(old="library.delete_files", new="arena.forget_files"))
    op.drop_table("named_questions")
    op.execute("ALTER INDEX ix_response_cache_contestant_id RENAME TO ix_bench_answers_model_id")
    op.execute("ALTER INDEX pk_response_cache RENAME TO pk_bench_answers")
    op.alter_column("response_cache", "contestant_id", new_column_name="model_id")
    op.rename_table("response_cache", "bench_answers")
