"""Packs of a campaign's own."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("campaigns", sa.Column("packs", sa.Text))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("campaigns", "packs")
