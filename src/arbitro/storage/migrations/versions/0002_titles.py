"""Titles of games in English too."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the title in English: none for games that are there already."""
    op.add_column("games", sa.Column("title_en", sa.Text))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("games", "title_en")
