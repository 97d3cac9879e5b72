"""Where the app's files and its data are: in a checkout, or where it was installed as a package."""

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
