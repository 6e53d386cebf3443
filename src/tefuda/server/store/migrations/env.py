"""Run by Alembic: brings the database of the connection it is handed up to date."""

from alembic import context

from tefuda.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
