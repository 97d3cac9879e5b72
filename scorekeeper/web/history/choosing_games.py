"""Choosing one of the games that a club may have played."""

from flask import abort
from wtforms import SelectField

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.saying import Say
from scorekeeper.store.history.statistics import named_games
from scorekeeper.store.models import Club


def choose_games(field: SelectField, club: Club, every: Say) -> None:
    """Let a field choose one of the games of the catalogue, or one that the club has named.

    ``every`` says that all of them will do. Aborts with 404 if another one is in the address.
    """
    games = sorted((one.name, key) for key, one in CATALOGUE.items())
    field.choices = [("", every), *named_games(club.id), *((key, name) for name, key in games)]
    if field.data and field.data not in dict(field.choices):
        abort(404)
