"""The application factory, the only module that knows every part."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask_compress import Compress
from flask_wtf.csrf import CSRFProtect

from scorekeeper import plugins, web
from scorekeeper.hosting.data_folder import DATABASE, secret_key
from scorekeeper.places import RESOURCES
from scorekeeper.settings import SettingError, proxies_between, read_environment
from scorekeeper.store import database
from scorekeeper.web.assets import versioned
from scorekeeper.web.live.limits import MOST_PER_ADDRESS, MOST_STREAMS

A_YEAR = 365 * 24 * 3600


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the web app; ``config`` overrides the settings. Raises SettingError, DataError."""
    settings = read_environment()
    app = Flask(
        "scorekeeper",
        instance_path=str(settings.data),
        template_folder=str(RESOURCES / "templates"),
        static_folder=str(RESOURCES / "static"),
        static_url_path=versioned(RESOURCES / "static"),
    )
    database_file = Path(app.instance_path) / DATABASE
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=settings.database_url or f"sqlite:///{database_file}",
        # What people enter is for no log.
        SQLALCHEMY_ENGINE_OPTIONS={"hide_parameters": True},
        SECRET_KEY=settings.secret_key or None,
        PUBLIC_ADDRESS=settings.public_address,
        PROXIES=settings.proxies,
        HOST=settings.host,
        SIGN_UP=settings.sign_up,
        CHANGELOG=RESOURCES / "CHANGELOG.md",
        TIME_ZONE=settings.time_zone,
        SESSION_COOKIE_SAMESITE="Lax",
        # The home page renews the cookie, so the sheet doesn't have to after every tap.
        SESSION_REFRESH_EACH_REQUEST=False,
        SEND_FILE_MAX_AGE_DEFAULT=A_YEAR,
        # A sheet stays open all evening, and its forms must still work at the end of it.
        WTF_CSRF_TIME_LIMIT=None,
        # Files are compressed as they are sent; ours are so small that zstd makes them the least so.
        COMPRESS_ALGORITHM_STREAMING=["br", "gzip", "zstd", "deflate"],
        # A twelfth less than 4, and no slower for files like ours.
        COMPRESS_BR_LEVEL=5,
        MAX_CONTENT_LENGTH=256 * 1024,
        LIVE_STREAMS=MOST_STREAMS,
        LIVE_STREAMS_PER_ADDRESS=MOST_PER_ADDRESS,
        OFFLINE_FOLDER=str(settings.offline),
    )
    app.config.from_mapping(config or {})
    app.config["PROXIES"] = proxies_between(app.config["PUBLIC_ADDRESS"], app.config["PROXIES"])
    plugins.load_plugins()
    if not app.config["SECRET_KEY"]:
        make_new = bool(app.config.get("NEW_KEY"))
        app.config["SECRET_KEY"] = secret_key(Path(app.instance_path), make_new)
    database.init_app(app)
    CSRFProtect(app)
    Compress(app)
    web.init_app(app)
    path = app.config["SESSION_COOKIE_PATH"]
    if path and any(f"{rule.rule}/".startswith(f"{path}/") for rule in app.url_map.iter_rules()):
        raise SettingError(f"The app has pages at {path} itself: choose another path for its public address.")
    return app
