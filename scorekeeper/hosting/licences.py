"""The licences of what is installed with the app, and of what phones are sent."""

import gzip
import json
import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from scorekeeper.phone.preparing import LOCK

SCRIPT = "pyodide.mjs"

PACKAGE = "scorekeeper-table"
EXTRAS = frozenset({"postgres"})

REQUIREMENT = re.compile(r"([\w.-]+)\s*(?:\[([\w,. -]+)\])?[^;]*(?:;(.*))?")
"""A package that another one needs: its name, its extras, and when it is needed."""

EXTRA = re.compile(r"""extra\s*==\s*["']([\w.-]+)""")


def licences(offline: Path) -> str:
    """Return a line with its version and licence for each package, and for what phones are sent."""
    found: dict[str, Distribution] = {}
    collect(PACKAGE, EXTRAS, found)
    rows = [(one.name, one.version, licence_of(one)) for _, one in sorted(found.items())]
    rows += sent_to_phones(offline)
    name, version = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "\n".join(f"{row[0]:{name}}  {row[1]:{version}}  {row[2]}" for row in rows)


def collect(name: str, extras: frozenset[str], found: dict[str, Distribution]) -> None:
    """Add a package and all that it needs to those found, by name, if they are installed."""
    try:
        package = distribution(name)
    except PackageNotFoundError:
        # Needed only elsewhere, such as on another system.
        return
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in found and not extras:
        return
    found[key] = package
    for text in package.requires or ():
        if needed := REQUIREMENT.match(text):
            extra = EXTRA.search(needed[3] or "")
            if not extra or extra[1] in extras:
                collect(needed[1], frozenset(re.findall(r"[\w.-]+", needed[2] or "")), found)


def licence_of(package: Distribution) -> str:
    """Return the licence of a package as it says itself."""
    about = package.metadata.json
    classified = [
        text.rpartition(" :: ")[2]
        for text in about.get("classifier", ())
        if text.startswith("License :: ") and not text.endswith(" :: OSI Approved")
    ]
    written = str(about.get("license", "")).strip().partition("\n")[0]
    return str(about.get("license_expression") or ", ".join(classified) or written or "see its files")


def sent_to_phones(offline: Path) -> Iterator[tuple[str, str, str]]:
    """Yield what phones score with, if the folder for it has it."""
    if (offline / f"{LOCK}.gzip").exists():
        script, lock = (gzip.decompress((offline / f"{name}.gzip").read_bytes()) for name in (SCRIPT, LOCK))
        version = re.search(rb'="(\d+\.\d+\.\d+)"', script)
        yield "Pyodide, for phones", version[1].decode() if version else "", "MPL-2.0"
        yield "Python, for phones", json.loads(lock)["info"]["python"], "PSF-2.0"
