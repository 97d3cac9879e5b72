"""Files for the browser: their addresses change with their content, so that they can be kept for a year."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, current_app, request

POLICY = (
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def content(filename: str) -> str:
    """The text of a file in the static folder."""
    return (Path(current_app.static_folder or "") / filename).read_text("utf-8")


def init_app(app: Flask) -> None:
    """Give templates ``asset`` and every answer its headers."""
    folder = Path(app.static_folder or "")

    @cache
    def mark(filename: str) -> str:
        return sha256((folder / filename).read_bytes()).hexdigest()[:10]

    @app.template_global()
    def asset(filename: str) -> str:
        """The address of a file in the static folder; a page asks for dozens, so it is put together here."""
        return f"{request.script_root}{app.static_url_path}/{filename}?v={mark(filename)}"

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        # A club's secret stands in its link, which no other site shall learn.
        response.headers["Referrer-Policy"] = "same-origin"
        if response.mimetype == "text/html":
            response.headers["Cache-Control"] = "no-store"
        return response
