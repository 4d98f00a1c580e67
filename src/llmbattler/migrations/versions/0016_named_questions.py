"""Named questions are kept once per person, whichever contestants answered."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_DELETE_DUPLICATES = """
DELETE FROM named_questions AS older USING named_questions AS newer
WHERE older.owner = newer.owner AND older.question_hash = newer.question_hash
AND (older.asked_at, older.contestant_id) < (newer.asked_at, newer.contestant_id)
"""


def upgrade() -> None:
    op.execute(sa.text(_DELETE_DUPLICATES))
    op.drop_constraint("pk_named_questions", "named_questions", type_="primary")
    op.drop_column("named_questions", "contestant_id")
    op.create_primary_key("pk_named_questions", "named_questions", ["owner", "question_hash"])


def downgrade() -> None:
    op.drop_constraint("pk_named_questions", "named_questions", type_="primary")
    op.add_column("named_questions", sa.Column("contestant_id", sa.Text(), server_default="", nullable=False))
    op.alter_column("named_questions", "contestant_id", server_default=None)
    op.create_primary_key("pk_named_questions", "named_questions", ["owner", "question_hash", "contestant_id"])
