"""The games that a club plays by its own rules: saved under their names, and offered again.

Some add up figures; others score by a recipe, which is among their house rules and has their name.

A phone that sees one night alone is shown those that were played there. They have the name and the recipe, or
the columns, of a game of that night: another one that is only called so stays hidden.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from scorekeeper.rules import declare
from scorekeeper.rules.catalogue import given_name
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Setup, Table
from scorekeeper.store.clubs.clubs import BadName, look_alike, normalize_name
from scorekeeper.store.database import db, now
from scorekeeper.store.models import OwnGame, Play, Season, known_as
from scorekeeper.store.text_order import name_order

NOT_SAVED = ("title", "wager")
"""House rules that are not saved: the name is stored beside them, and the wager differs from game to game."""


def own_games(club_id: int, night_id: int | None = None) -> Sequence[OwnGame]:
    """Return the own games on a club's list, by name; only those played on a night if one is given."""
    listed = select(OwnGame).where(OwnGame.club_id == club_id, OwnGame.removed_at.is_(None))
    found = sorted(db.session.scalars(listed), key=lambda own: name_order(own.name))
    return found if night_id is None else _played(found, night_id)


def own_game_of(club_id: int, own_id: int, night_id: int | None = None) -> OwnGame | None:
    """Return an own game of a club, also one that was removed; None if the club, or the night, has none."""
    found = db.session.scalar(select(OwnGame).where(OwnGame.id == own_id, OwnGame.club_id == club_id))
    if found is None or night_id is None:
        return found
    return found if _played([found], night_id) else None


def _played(games: Sequence[OwnGame], night_id: int) -> list[OwnGame]:
    """Return those of some own games that were played on a night."""
    plays = db.session.execute(select(Play.game, Play.options).where(Play.night_id == night_id))
    played = [(_folded(given_name(game, options)), _declared(options)) for game, options in plays]
    return [own for own in games if (own.folded, _declared(own.options)) in played]


def _declared(options: Mapping[str, Any]) -> object:
    """Return what a hand of a game has: its recipe, or the names of its columns."""
    return options.get(RECIPE) or [column["name"] for column in options.get("columns", ())]


def _folded(name: str) -> str:
    return look_alike(name, LONGEST_TITLE)


def settings_of(own: OwnGame) -> dict[str, Any]:
    """Return the house rules of an own game as on a scoresheet, with its name."""
    return own.options if own.game == RECIPE else {"title": own.name, **own.options}


def with_name(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the house rules of an own game that gets this name: a recipe has it, too."""
    recipe = {RECIPE: {**options[RECIPE], "name": name}} if RECIPE in options else {}
    return {**options, **recipe}


def own_game_called(club_id: int, name: str) -> OwnGame | None:
    """Return the own game of a club with this name, also one that was removed; None if it has none."""
    return _with_folded_name(club_id, _folded(name))


def save_own_game(
    club_id: int, setup: Setup, chosen: OwnGame | None = None, night_id: int | None = None
) -> OwnGame | None:
    """Save a game that was set up, under the name that its players gave it, and return it; None without one.

    ``chosen`` is the game on the club's list that was set up again, and ``night_id`` the only night that this
    phone sees, if so. Raises BadName if another one with this name has other rules.
    """
    if not name_in(setup):
        return None
    there = _taken_over(club_id, setup, chosen, night_id)
    name, folded = normalize_name(name_in(setup), LONGEST_TITLE)
    options = with_name(name, saved_options(setup))
    if there is None:
        there = OwnGame(club_id=club_id, name=name, folded=folded, options=options)
        db.session.add(there)
    else:
        there.name, there.options, there.removed_at = name, options, None
        # What has been played or changed here stays when the import that brought it is undone.
        there.import_id = None
    return there


def check_name(club_id: int, setup: Setup, own: OwnGame | None) -> None:
    """Check that a game that was set up can be saved under its name, as what ``own`` becomes if it is given.

    Raises BadName.
    """
    if own:
        _check_other_name(own, setup)
    else:
        _taken_over(club_id, setup)


def _taken_over(
    club_id: int, setup: Setup, chosen: OwnGame | None = None, night_id: int | None = None
) -> OwnGame | None:
    """Return the own game that one of its name takes over. Raises BadName if that has other rules."""
    name, folded = normalize_name(name_in(setup), LONGEST_TITLE)
    there = _with_folded_name(club_id, folded)
    if there is None or there is chosen or there.removed_at:
        return there
    if there.options == with_name(name, saved_options(setup)):
        return there
    if own_game_of(club_id, there.id, night_id) is None:
        words = "The club already has another game called {name}. Give this one another name."
        raise BadName(Say(words, name=name))
    words = (
        "Your club already has a game called {name}, with other rules. "
        "Choose it from your games, or give this one another name."
    )
    raise BadName(Say(words, name=there.name))


def change_own_game(own: OwnGame, setup: Setup) -> None:
    """Give an own game another name or other rules; games already played keep theirs. Raises BadName.

    Open seasons that count it alone go on counting it under both names.
    """
    _check_other_name(own, setup)
    was = known_as(own.game, settings_of(own))
    name, folded = normalize_name(name_in(setup), LONGEST_TITLE)
    own.name, own.folded, own.options = name, folded, with_name(name, saved_options(setup))
    own.import_id = None
    called = known_as(own.game, settings_of(own))
    for season in db.session.scalars(select(Season).where(Season.club_id == own.club_id)):
        games = season.rules["games"]
        if not season.closed_at and was in games and called not in games:
            season.rules = {**season.rules, "games": [*games, called]}


def _check_other_name(own: OwnGame, setup: Setup) -> None:
    _, folded = normalize_name(name_in(setup), LONGEST_TITLE)
    there = _with_folded_name(own.club_id, folded)
    if there is not None and there is not own:
        had, has = "Your club had another game called {name}.", "Your club has another game called {name}."
        raise BadName(Say(had if there.removed_at else has, name=there.name))


def remove_own_game(own: OwnGame) -> None:
    """Take an own game off the club's list."""
    own.removed_at = own.removed_at or now()


def restore_own_game(own: OwnGame) -> None:
    """Put an own game back on the club's list."""
    own.removed_at = None


def saved_options(setup: Setup) -> dict[str, Any]:
    """Return the house rules of a game that are saved, written in one way."""
    table: Table[Any] = Table(setup.table.players, None)
    written: Mapping[str, Any] = declare.write(setup.table.rules, setup.game.house_rules, table)
    return {**setup.game.fixed, **{rule: value for rule, value in written.items() if rule not in NOT_SAVED}}


def name_in(setup: Setup) -> str:
    """Return the name that players gave a game of their own; empty if they gave none."""
    return given_name(setup.game.key, {"title": getattr(setup.table.rules, "title", ""), **setup.game.fixed})


def _with_folded_name(club_id: int, folded: str) -> OwnGame | None:
    return db.session.scalar(select(OwnGame).where(OwnGame.club_id == club_id, OwnGame.folded == folded))
