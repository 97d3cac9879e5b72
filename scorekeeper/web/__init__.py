"""The phone app."""

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

from scorekeeper.store.database import LARGEST_ID
from scorekeeper.web import assets, forms, pages
from scorekeeper.web.clubs import players
from scorekeeper.web.coins import bank
from scorekeeper.web.games import games
from scorekeeper.web.history import archive, recap, statistics
from scorekeeper.web.history import nights as all_nights
from scorekeeper.web.nights import home, night
from scorekeeper.web.plays import hand, new_game, play, sheet
from scorekeeper.web.transfer import exporting, importing

PLAYING = (home, night, bank, new_game, sheet, play, hand, games)
LOOKING_BACK = (all_nights, archive, recap, players, statistics, exporting, importing)


class Number(IntegerConverter):
    """A number in an address; one that is too large for the database belongs to nothing."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=LARGEST_ID)


def init_app(app: Flask) -> None:
    """Register every page and form, and what all of them share."""
    app.url_map.converters["int"] = Number
    for part in (*PLAYING, *LOOKING_BACK):
        app.register_blueprint(part.bp)
    pages.init_app(app)
    forms.init_app(app)
    assets.init_app(app)
