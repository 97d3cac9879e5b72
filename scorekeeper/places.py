"""Places of the app's files and its data: in a checkout, or where it was installed as a package."""

import sys
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent
IS_CHECKOUT = (CHECKOUT / "pyproject.toml").exists()

RESOURCES = CHECKOUT if IS_CHECKOUT else PACKAGE
"""The folder with the templates, what browsers fetch, and the lock file of what phones score with."""


def usual_data_folder() -> Path:
    """Return the folder for the database and the key, unless another one is named.

    That is ``instance`` in a checkout, and otherwise where the system keeps the data of apps, such as
    ``~/.local/share/scorekeeper``.
    """
    return CHECKOUT / "instance" if IS_CHECKOUT else user_data_path("scorekeeper", appauthor=False)


def usual_offline_folder(data: Path) -> Path:
    """Return the folder for what phones take to score without the server, unless another one is named.

    That is in the environment of a checkout, and otherwise in the folder of the data, as a service may write
    nowhere else.
    """
    return Path(sys.prefix) / "share" / "scorekeeper" / "offline" if IS_CHECKOUT else data / "offline"
