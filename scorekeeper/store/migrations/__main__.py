"""Write a migration for changed models: ``python -m scorekeeper.store.migrations "What it does"``."""

import sys

from alembic import command
from alembic.config import Config

from scorekeeper.app import create_app
from scorekeeper.store import MIGRATING

with create_app().app_context():
    command.revision(Config(MIGRATING), sys.argv[1], autogenerate=True)
