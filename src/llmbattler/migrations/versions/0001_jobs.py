"""The tables of the job engine."""

from alembic import op

from llmbattler.migrations.procrastinate_sql import list_scripts

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    cursor = op.get_bind().connection.cursor()
    for script in list_scripts(after=None, until="03.04.00_50_post_add_retry_failed_job_procedure.sql"):
        cursor.execute(script)


def downgrade() -> None:
    op.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
