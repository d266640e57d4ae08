"""Games with their keys, log and checkpoints; rosters."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("about", sa.LargeBinary, nullable=False),
        sa.Column("dice", sa.String(16), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("standing_it", sa.Text, nullable=False),
        sa.Column("standing_en", sa.Text, nullable=False),
        sa.Column("over", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.Column("changed", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_changed", "games", ["changed"])
    op.create_table(
        "keys",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_keys_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "hash", name="pk_keys"),
    )
    op.create_table(
        "log",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_log_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_log"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoints",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("rules_version", sa.String(64), nullable=False),
        sa.Column("save", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_checkpoints_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_checkpoints"),
    )
    op.create_table(
        "rosters",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("owner", sa.LargeBinary(32), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("changed", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rosters"),
    )
    op.create_index("ix_rosters_owner", "rosters", ["owner"])


def downgrade() -> None:
    """Drop them."""
    for table in ("rosters", "checkpoints", "log", "keys", "games"):
        op.drop_table(table)
