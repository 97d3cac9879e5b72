"""Files for the browser: their addresses change with their content, so that they can be kept for a year."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Literal
from urllib.parse import urljoin

from flask import Flask, Response, current_app, request
from markupsafe import Markup

from scorekeeper.qr_code import qr_svg
from scorekeeper.rules.hand import NO_TRUMP, VANDREGONIAN, VINES

IMPORT = re.compile(r'^(?:import|export) (?:.* from )?"(\.[^"]+)";', re.MULTILINE)
"""A static import of another module, by its relative address."""

COMMENT = re.compile(r"^ *(?://[^\n]*|/\*(?:(?!\*/).)*\*/)$", re.MULTILINE | re.DOTALL)
"""Lines of a script or style sheet that are a comment: up to a quarter of what phones would fetch."""

COLORED = {*VINES, *VANDREGONIAN, *NO_TRUMP}
"""The drawings with a color of their own: suits. That of a player's mark depends on the player."""

COLOR = re.compile(r"--([\w-]+): (#[0-9a-f]{3,6});")


@cache
def versioned(folder: Path) -> str:
    """Return the address of the static folder, which has a hash of all files in it.

    It is part of the path, so that a module's relative imports are of the same version as the module.
    """
    digest = sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(f"{file.relative_to(folder)}\0".encode() + file.read_bytes())
    return f"/static/{digest.hexdigest()[:10]}"


def app_version(app: Flask) -> str:
    """Return the hash of all static files."""
    return (app.static_url_path or "").rpartition("/")[2]


@cache
def files_in(folder: str) -> set[str]:
    """Return the names of all files in a folder."""
    return {file.relative_to(folder).as_posix() for file in Path(folder).rglob("*")}


def asset(filename: str) -> str:
    """Return the address of a file in the static folder. Raises LookupError if there is none."""
    if filename not in files_in(current_app.static_folder or ""):
        raise LookupError(f"There is no {filename} in the static folder.")
    return f"{request.script_root}{current_app.static_url_path}/{filename}"


def absolute(path: str) -> str:
    """Return the whole address of a path of the app, for what is read outside the app."""
    return urljoin(current_app.config["PUBLIC_ADDRESS"] or request.host_url, path)


def content(filename: str) -> str:
    """Return the text of a file in the static folder."""
    return (Path(current_app.static_folder or "") / filename).read_text("utf-8")


def draw_icon(name: str, label: str = "", color: str = "") -> Markup:
    """Return a drawing of marks.svg, which is read out as its label; decoration if it has none."""
    color = color or (name if name in COLORED else "")
    return _icon(f"{request.script_root}{current_app.static_url_path}", name, label, color)


@lru_cache(500)
def _icon(files: str, name: str, label: str, color: str) -> Markup:
    spoken = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    colored = f" {color}" if color else ""
    return Markup('<svg class="icon{}" {}><use href="{}/marks.svg#{}"/></svg>').format(
        colored, spoken, files, name
    )


@cache
def palette(scheme: Literal["light", "dark"]) -> dict[str, str]:
    """Return the colors of the stylesheet by name, for what is drawn without it."""
    light, _, rest = content("app.css").partition("@media screen and (prefers-color-scheme: dark)")
    dark = rest.partition("\n}")[0]
    return dict(COLOR.findall({"light": light, "dark": dark}[scheme]))


def imported(filename: str) -> Iterator[str]:
    """Yield every module that a module imports, directly or not; each may come more than once."""
    for address in IMPORT.findall(content(filename)):
        name = normpath(join(dirname(filename), address))
        yield name
        yield from imported(name)


@cache
def module_files(filename: str) -> list[str]:
    """Return the modules that a module needs, for the browser to fetch all of them at once."""
    return list(dict.fromkeys(imported(filename)))


def init_app(app: Flask) -> None:
    """Give templates the functions that name and draw files."""
    # A page is not changed to one that was drawn for other scripts.
    app.jinja_env.globals["app_version"] = app_version(app)
    app.add_template_global(absolute)
    app.add_template_global(asset)
    app.add_template_global(draw_icon)
    app.add_template_global(module_files)
    app.add_template_global(palette)
    app.add_template_global(qr_svg)
    app.view_functions["static"] = send_static


def send_static(filename: str) -> Response:
    """Send a file; a script or style sheet without its comments, line by line as it was written."""
    file = current_app.send_static_file(filename)
    if filename.endswith((".js", ".css")) and file.status_code == 200:
        file.close()
        text = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), content(filename)).encode()
        file.response, file.content_length = iter([text]), len(text)
        file.direct_passthrough = False
    return file
