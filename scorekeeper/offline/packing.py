"""Packing what runs on a phone: one module of the app, and everything it imports, as they are."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

ROOT = Path(__file__).parents[2]
START = "scorekeeper.offline.phone"
TEMPLATES = ("parts.html", *(f"plays/_{name}.html" for name in ("board", "change", "due")))

LIBRARIES = ("jinja2", "markupsafe", "cachetools")
"""Packed whole: they are plain Python and import only the standard library."""

NEEDLESS = ("ext.py", "sandbox.py", "nativetypes.py", "meta.py", "constants.py")
"""Modules of Jinja that drawing a template does not import."""

STAND_INS = {"werkzeug.datastructures": "scorekeeper.offline.multi_dict"}
"""What is packed instead of larger modules."""

NOT_ON_PHONES = ("flask", "werkzeug", "sqlalchemy", "flask_sqlalchemy", "wtforms", "flask_wtf", "gunicorn")

WITH_INIT = "scorekeeper.rules"
"""The package whose __init__.py files are packed; those of the others import the server."""


class NotPureError(Exception):
    """A module that should run on a phone imports one that can't."""


def pack() -> bytes:
    """Return what runs on a phone as an archive, always the same bytes for the same files."""
    files = {**own_files(), **library_files(), **template_files()}
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            # It is compressed as a whole when it is sent.
            archive.writestr(ZipInfo(name), content)
    return packed.getvalue()


def own_files() -> dict[str, bytes]:
    """Return the modules of the app that run on a phone, by their place in the archive."""
    files: dict[str, bytes] = {}
    for name in modules_from(START):
        place = source_of(name).relative_to(ROOT).as_posix()
        files[place] = b"" if is_empty(name) else source_of(name).read_bytes()
    for name, other in STAND_INS.items():
        files[f"{name.partition('.')[0]}/__init__.py"] = b""
        files[f"{name.replace('.', '/')}.py"] = source_of(other).read_bytes()
    return files


def library_files() -> dict[str, bytes]:
    """Return the modules of other packages, by their place in the archive."""
    return {
        f"{name}/{file.name}": file.read_bytes()
        for name in LIBRARIES
        for file in source_of(name).parent.glob("*.py")
        if file.name not in NEEDLESS
    }


def template_files() -> dict[str, bytes]:
    """Return the templates that are drawn on a phone, by their place in the archive."""
    return {f"templates/{name}": (ROOT / "templates" / name).read_bytes() for name in TEMPLATES}


def modules_from(start: str) -> list[str]:
    """Return a module, every module of the app that it imports, and their packages. Raises NotPureError."""
    found: set[str] = set()
    wanted = [start]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found.add(name)
        wanted += [name.rpartition(".")[0]] if "." in name else []
        for other in () if is_empty(name) else imported_by(name):
            if other.startswith("scorekeeper."):
                wanted.append(other)
            elif other.partition(".")[0] in NOT_ON_PHONES and other not in STAND_INS:
                raise NotPureError(f"{name} imports {other}, which a phone doesn't have.")
    return sorted(found)


def is_empty(name: str) -> bool:
    """Return whether this is a package whose __init__.py stays on the server."""
    return source_of(name).name == "__init__.py" and not name.startswith(WITH_INIT)


def imported_by(name: str) -> Iterator[str]:
    """Yield what a module imports when it is loaded, which does not include what only its types take."""
    for node in ast.parse(source_of(name).read_bytes()).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from filter(is_own_module, (f"{node.module}.{alias.name}" for alias in node.names))


def is_own_module(name: str) -> bool:
    """Return whether this is a module of the app, and not something in one."""
    place = ROOT / name.replace(".", "/")
    return place.with_suffix(".py").exists() or place.is_dir()


def source_of(name: str) -> Path:
    """Return the file of a module."""
    if name.partition(".")[0] == "scorekeeper":
        place = ROOT / name.replace(".", "/")
        return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise NotPureError(f"There is no module {name}.")
    return Path(spec.origin)
