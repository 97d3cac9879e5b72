"""The phone app."""

from flask import Flask

from scorekeeper.web import assets, games, hands, home, nights, pages, sheets, starting


def init_app(app: Flask) -> None:
    """Everything a browser can reach."""
    for part in (home, nights, starting, sheets, hands, games):
        app.register_blueprint(part.bp)
    pages.init_app(app)
    assets.init_app(app)
