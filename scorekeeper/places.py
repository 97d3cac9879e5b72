"""Where the app's files and its data are: in a checkout, or where it was installed as a package."""

import os
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent
IS_CHECKOUT = (CHECKOUT / "pyproject.toml").exists()

RESOURCES = CHECKOUT if IS_CHECKOUT else PACKAGE
"""The folder with the templates, what browsers fetch, and the lock file of what phones score with."""

DATA = "SCOREKEEPER_DATA"
"""The environment variable that names the folder for the data."""


def data_folder() -> Path:
    """Return the folder for the database and the key: the one that is set, or the usual one.

    That is ``instance`` in a checkout, and otherwise where the system keeps the data of apps, such as
    ``~/.local/share/scorekeeper``.
    """
    named = os.environ.get(DATA)
    if named:
        return Path(named).expanduser().absolute()
    return CHECKOUT / "instance" if IS_CHECKOUT else user_data_path("scorekeeper", appauthor=False)
