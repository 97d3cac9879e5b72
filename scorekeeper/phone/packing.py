"""Packing what runs on a phone: a module of the app, games of other packages, and all that they import."""

import ast
import logging
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import entry_points
from importlib.util import find_spec, resolve_name
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from scorekeeper.phone.added_games import LIST
from scorekeeper.phone.slimming import slim
from scorekeeper.places import PACKAGE, RESOURCES
from scorekeeper.plugins import GROUP

ROOT = PACKAGE.parent
START = "scorekeeper.phone.scoring"
TEMPLATES = ("parts.html", *(f"plays/_{name}.html" for name in ("board", "change", "due")))

LIBRARIES = ("jinja2", "markupsafe", "cachetools")
"""Packed whole: they are plain Python and import only the standard library."""

CODES = ("consts", "encoder")
"""Modules of segno that work out a QR code; the others write it as a file."""

NEEDLESS = ("ext.py", "sandbox.py", "nativetypes.py", "meta.py", "constants.py")
"""Modules of Jinja that drawing a template does not import."""

STAND_INS = {"werkzeug.datastructures": "scorekeeper.phone.multi_dict"}
"""Modules packed instead of larger ones."""

NOT_ON_PHONES = ("flask", "werkzeug", "sqlalchemy", "flask_sqlalchemy", "wtforms", "flask_wtf", "gunicorn")

WITH_INIT = "scorekeeper.rules"
"""The package of the app whose __init__.py files are packed; those of the others import the server."""

log = logging.getLogger(__name__)


class NotPureError(Exception):
    """A module that should run on a phone imports one that can't."""


def pack() -> bytes:
    """Return what runs on a phone as an archive, always the same bytes for the same files."""
    files = {**own_files(), **added_files(), **library_files(), **template_files()}
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            # It is compressed as a whole when it is sent.
            archive.writestr(ZipInfo(name), content)
    return packed.getvalue()


def own_files() -> dict[str, bytes]:
    """Return the modules of the app that run on a phone, by their place in the archive."""
    files = with_imports(START)
    for name, other in STAND_INS.items():
        files[f"{name.partition('.')[0]}/__init__.py"] = b""
        files[f"{name.replace('.', '/')}.py"] = source_of(other).read_bytes()
    return files


def added_files() -> dict[str, bytes]:
    """Return the games of other packages that run on a phone too, by their place in the archive, and a list.

    Hands of the others are scored once they are sent.
    """
    files: dict[str, bytes] = {}
    added = []
    for entry in entry_points(group=GROUP):
        try:
            files |= with_imports(entry.module)
        except Exception as error:  # anything may be wrong with other people's code
            log.warning("Phones can't score the game %s (%s): %s", entry.name, entry.value, error)
        else:
            added.append(entry.value)
    return files | ({LIST: "\n".join(added).encode()} if added else {})


def with_imports(start: str) -> dict[str, bytes]:
    """Return a module and what it imports of the app and its own package, by place. Raises NotPureError."""
    return {
        place_of(name): b"" if is_empty(name) else source_of(name).read_bytes()
        for name in modules_from(start)
    }


def library_files() -> dict[str, bytes]:
    """Return the modules of other packages, by their place in the archive."""
    whole = {
        f"{name}/{file.name}": file.read_bytes()
        for name in LIBRARIES
        for file in source_of(name).parent.glob("*.py")
        if file.name not in NEEDLESS
    }
    codes = {f"segno/{name}.py": slim(source_of(f"segno.{name}").read_bytes()) for name in CODES}
    return {**whole, **codes, "segno/__init__.py": b""}


def template_files() -> dict[str, bytes]:
    """Return the templates that are drawn on a phone, by their place in the archive."""
    return {f"templates/{name}": (RESOURCES / "templates" / name).read_bytes() for name in TEMPLATES}


def modules_from(start: str) -> list[str]:
    """Return a module, every module of the app and of its own package that it imports, and their packages.

    Raises NotPureError.
    """
    found: set[str] = set()
    wanted = [start]
    near = {"scorekeeper", start.partition(".")[0]}
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found.add(name)
        wanted += [name.rpartition(".")[0]] if "." in name else []
        for other in () if is_empty(name) else imported_by(name):
            top = other.partition(".")[0]
            if top in NOT_ON_PHONES and other not in STAND_INS:
                raise NotPureError(f"{name} imports {other}, which a phone doesn't have.")
            if top in near:
                wanted.append(other)
    return sorted(found)


def is_empty(name: str) -> bool:
    """Return whether this is a package of the app whose __init__.py stays on the server."""
    return f"{name}.".startswith("scorekeeper.") and is_package(name) and not name.startswith(WITH_INIT)


def is_package(name: str) -> bool:
    """Return whether a module is a package."""
    return source_of(name).name == "__init__.py"


def imported_by(name: str) -> Iterator[str]:
    """Yield what a module imports when it is loaded, which does not include what only its types take."""
    package = name if is_package(name) else name.rpartition(".")[0]
    for node in ast.parse(source_of(name).read_bytes()).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package)
            yield module
            if module.partition(".")[0] in ("scorekeeper", name.partition(".")[0]):
                yield from filter(is_module, (f"{module}.{alias.name}" for alias in node.names))


def is_module(name: str) -> bool:
    """Return whether this is a module, and not something in one."""
    try:
        return bool(source_of(name))
    except NotPureError:
        return False


def place_of(name: str) -> str:
    """Return the place of a module in the archive."""
    return f"{name.replace('.', '/')}{'/__init__' if is_package(name) else ''}.py"


def source_of(name: str) -> Path:
    """Return the file of a module. Raises NotPureError if there is none."""
    file: Path | None = None
    if name.partition(".")[0] == "scorekeeper":
        place = ROOT / name.replace(".", "/")
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    else:
        with suppress(ModuleNotFoundError):
            spec = find_spec(name)
            file = Path(spec.origin) if spec and spec.origin else None
    if file is None or not file.exists():
        raise NotPureError(f"There is no module {name}.")
    return file
