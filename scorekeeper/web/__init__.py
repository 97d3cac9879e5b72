"""The phone app."""

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

from scorekeeper.store.database import LARGEST_ID
from scorekeeper.web import (
    all_nights,
    archive,
    assets,
    bank,
    compound,  # noqa: F401 - registers its controls
    exchange,
    games,
    hands,
    home,
    importing,
    nights,
    pages,
    players,
    plays,
    recaps,
    sheets,
    starting,
    statistics,
)


class Number(IntegerConverter):
    """A number in an address; one that is too large for the database belongs to nothing."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=LARGEST_ID)


def init_app(app: Flask) -> None:
    """Everything a browser can reach."""
    app.url_map.converters["int"] = Number
    playing = (home, nights, bank, starting, sheets, plays, hands, games)
    looking_back = (all_nights, archive, recaps, players, statistics, exchange, importing)
    for part in (*playing, *looking_back):
        app.register_blueprint(part.bp)
    pages.init_app(app)
    assets.init_app(app)
