"""Putting the app together; only this module knows everybody."""

import os
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

from flask import Flask
from flask_compress import Compress
from flask_wtf.csrf import CSRFProtect

from scorekeeper import plugins, web
from scorekeeper.store import database
from scorekeeper.web.assets import versioned

ROOT = Path(__file__).parent.parent
A_YEAR = 365 * 24 * 3600


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The web app, with these settings over the usual ones."""
    app = Flask(
        "scorekeeper",
        instance_path=str(ROOT / "instance"),
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "static"),
        static_url_path=versioned(ROOT / "static"),
    )
    database_file = Path(app.instance_path) / "scorekeeper.db"
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=f"sqlite:///{database_file}",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=A_YEAR,
        # The first page renews the cookie; the sheet need not, after every tap.
        SESSION_REFRESH_EACH_REQUEST=False,
        SEND_FILE_MAX_AGE_DEFAULT=A_YEAR,
        # A sheet lies open on the table all evening; its forms must still be good at the end of it.
        WTF_CSRF_TIME_LIMIT=None,
        # Browsers accept nothing better over plain http; files are compressed as they are sent.
        COMPRESS_ALGORITHM_STREAMING=["zstd", "br", "gzip", "deflate"],
        MAX_CONTENT_LENGTH=256 * 1024,
    )
    app.config.from_mapping(config or {})
    plugins.load()
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = secret_key(Path(app.instance_path))
    database.init_app(app)
    CSRFProtect(app)
    Compress(app)
    web.init_app(app)
    return app


def secret_key(folder: Path) -> str:
    """The key that signs cookies: made on first start, and the same ever after."""
    folder.mkdir(exist_ok=True)
    file = folder / "secret_key"
    if not file.exists() or not file.read_text():
        # Written aside, readable for its owner only: a start that is cut off leaves no empty key behind.
        aside = file.with_suffix(".new")
        with open(os.open(aside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as new:
            new.write(token_hex())
        aside.replace(file)
    return file.read_text()
