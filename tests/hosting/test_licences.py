"""The licences of what is installed with the app."""

import gzip
import re
from pathlib import Path

from scorekeeper.hosting.licences import licences
from scorekeeper.phone.preparing import LOCK


def test_each_package_that_the_app_needs_has_its_licence_and_none_that_only_tests_need(
    tmp_path: Path,
) -> None:
    rows = dict(re.findall(r"(?m)^(\S+) +\S+ +(\S.*)$", licences(tmp_path)))
    assert rows["scorekeeper-table"] == "MIT"
    assert "BSD" in rows["Flask"]
    assert "MarkupSafe" in rows
    assert "pytest" not in rows
    assert "see its files" not in rows.values()


def test_what_phones_are_sent_is_listed_once_it_is_there(tmp_path: Path) -> None:
    for name, text in {LOCK: '{"info": {"python": "3.14.2"}}', "pyodide.mjs": 'Y="314.0.7"'}.items():
        (tmp_path / f"{name}.gzip").write_bytes(gzip.compress(text.encode()))
    pyodide, python = licences(tmp_path).splitlines()[-2:]
    assert pyodide.split() == ["Pyodide,", "for", "phones", "314.0.7", "MPL-2.0"]
    assert python.split() == ["Python,", "for", "phones", "3.14.2", "PSF-2.0"]
