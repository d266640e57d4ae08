"""Run by Alembic for each of its commands: on the connection that `arbitro.storage.migrate` brings."""

from alembic import context

from arbitro.storage.migrate import VERSION_TABLE
from arbitro.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
with context.begin_transaction():
    context.run_migrations()
