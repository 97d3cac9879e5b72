"""Choosing among the games that a club may have played."""

from collections.abc import Mapping

from flask import abort, request
from wtforms import SelectField

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.own_games import own_games, settings_of
from scorekeeper.store.history.statistics import named_games
from scorekeeper.store.models import Club, known_as


def names_of_games(club: Club) -> dict[str, str]:
    """Return the names of the club's games and of the catalogue's, by what they are known as."""
    own = {known_as(one.game, settings_of(one)): one.name for one in own_games(club.id)}
    games = sorted((one.name, key) for key, one in CATALOGUE.items())
    return {**own, **dict(named_games(club.id)), **{key: name for name, key in games}}


def choose_games(field: SelectField, club: Club, every: Say) -> Mapping[str, str]:
    """Let a field choose one of these games, and return those in the address with their names.

    ``every`` says that all of them will do. Aborts with 404 if another one is in the address.
    """
    names = names_of_games(club)
    field.choices = [("", every), *names.items()]
    chosen = [game for game in request.args.getlist(field.name) if game]
    if not names.keys() >= {*chosen}:
        abort(404)
    return {game: names[game] for game in chosen}
