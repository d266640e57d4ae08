"""Campaigns: what a referee keeps between sessions, and the encounters that belong to them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("party", sa.Text, nullable=False),
        sa.Column("creatures", sa.Text, nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
        sa.Column("changed", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
    )
    op.create_table(
        "encounters",
        sa.Column("campaign", sa.String(16), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_encounters_campaigns", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_encounters_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign", "game", name="pk_encounters"),
    )
    op.create_index("ix_encounters_game", "encounters", ["game"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("encounters")
    op.drop_table("campaigns")
