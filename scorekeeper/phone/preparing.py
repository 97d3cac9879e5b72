"""Preparing scoring on phones: Pyodide, which is Python for browsers, out of a wheel.

``scorekeeper offline`` runs it, and ``make run`` does so in the background. The app works without it.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import brotli

from scorekeeper.phone.slimming import slim
from scorekeeper.places import RESOURCES

LOCK_FILE = RESOURCES / "requirements-offline.txt"
IN_WHEEL = "flet_web/web/pyodide/"
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, LOCK)


def as_brotli(data: bytes) -> bytes:
    """Return compressed data. More takes minutes and saves a tenth."""
    return bytes(brotli.compress(data, quality=5, lgwin=24))


PACKED: Mapping[str, Callable[[bytes], bytes]] = {"br": as_brotli, "gzip": gzip.compress}
"""Compressors of files, by the name of the encoding."""

KEPT = Path(__file__).with_name("standard_library.txt")
"""What is imported from the standard library and not built into Python, a file a line."""

AS_THEY_ARE = ("_pyodide/", "pyodide/")
"""Packages that read docstrings."""

SOURCES = (Path(__file__), Path(__file__).with_name("slimming.py"))
"""The modules that decide what is written."""


class NotPreparedError(Exception):
    """Scoring on phones could not be prepared; the message says why."""


def prepare_or_explain(folder: Path) -> None:
    """Prepare scoring on phones unless a folder has it already, or exit with why that is not possible."""
    if is_prepared(folder):
        return
    print("Fetching what phones take to score without the server ...", flush=True)
    try:
        prepare(folder)
    except NotPreparedError as error:
        sys.exit(f"{error} Until then, hands that wait to be sent are scored once they are.")
    print("Phones can now score without the server.")


def is_prepared(folder: Path) -> bool:
    """Return whether a folder has the files, made from the wheel of the lock file by this module."""
    stamp = folder / "stamp"
    return stamp.exists() and stamp.read_text() == recipe()


def recipe() -> str:
    """Return a digest of what the files are made from."""
    return sha256(b"".join(file.read_bytes() for file in (LOCK_FILE, KEPT, *SOURCES))).hexdigest()


def prepare(folder: Path) -> None:
    """Fetch the wheel and write the files into a folder. Raises NotPreparedError."""
    # People may be playing meanwhile.
    os.nice(10)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent) as aside:
            new = Path(aside) / "new"
            new.mkdir()
            write_files(fetch_wheel(Path(aside)), new)
            (new / "stamp").write_text(recipe())
            shutil.rmtree(folder, ignore_errors=True)
            new.rename(folder)
    except OSError as error:
        raise NotPreparedError(f"{folder} can't be written: {error.strerror}.") from None


def fetch_wheel(folder: Path) -> Path:
    """Return the wheel, fetched alone and checked against the lock file. Raises NotPreparedError."""
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-cache-dir",
        "--retries=1",
    ]
    only = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement", str(LOCK_FILE)]
    if subprocess.run([*pip, *only, "--dest", str(folder)], stderr=subprocess.DEVNULL).returncode:
        raise NotPreparedError("The download failed. Run “scorekeeper offline” again with a network.")
    return next(folder.glob("*.whl"))


def write_files(wheel: Path, folder: Path) -> None:
    """Write Pyodide's files, compressed for browsers. Raises NotPreparedError."""
    try:
        with ZipFile(wheel) as archive:
            found = {name: archive.read(IN_WHEEL + name) for name in FILES}
    except (BadZipFile, KeyError) as error:
        raise NotPreparedError(f"{wheel.name} has no Pyodide in it: {error}.") from None
    found[LIBRARY] = trimmed(found[LIBRARY])
    # None of Pyodide's packages.
    found[LOCK] = json.dumps({**json.loads(found[LOCK]), "packages": {}}).encode()
    for name, content in found.items():
        for encoding, compress in PACKED.items():
            (folder / f"{name}.{encoding}").write_bytes(compress(content))


def trimmed(library: bytes) -> bytes:
    """Return the standard library with what is imported alone, to be compressed as a whole."""
    kept, smaller = set(KEPT.read_text().split()), BytesIO()
    with ZipFile(BytesIO(library)) as whole, ZipFile(smaller, "w", ZIP_STORED) as archive:
        for name in sorted(kept.intersection(whole.namelist())):
            content = whole.read(name)
            archive.writestr(ZipInfo(name), content if name.startswith(AS_THEY_ARE) else slim(content))
    return smaller.getvalue()
