"""Erasing for good, which nobody can undo, so that these pages ask first: a club, or the name of a person."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.catalogue import game_of
from scorekeeper.rules.saying import And, Say
from scorekeeper.store.clubs.clubs import look_alike
from scorekeeper.store.clubs.erasing import (
    contents_of,
    delete_club,
    erase_person,
    games_of,
    overwrite_deleted,
)
from scorekeeper.store.clubs.people import other_names, people, person_of
from scorekeeper.store.clubs.still_named import (
    COINS,
    HAND,
    HISTORY,
    NIGHT,
    NOTE,
    OWN_GAME,
    PLAYER,
    RULES,
    SEASON,
    TABLES,
    Place,
    places_left,
)
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, OwnGame, Play, Player, Season
from scorekeeper.store.nights.nights import recent_nights
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.plain_form import PlainForm, line_field
from scorekeeper.web.nights.night import BETWEEN_NAMES
from scorekeeper.web.submissions import commit

bp = Blueprint("erasing", __name__)

MOST_SHOWN = 100
"""The most places that are listed where a name is still part of words."""

SUBJECTS: dict[str, type[Night | Play | Player | OwnGame | Season]] = {
    **dict.fromkeys((NIGHT, TABLES, COINS), Night),
    **dict.fromkeys((NOTE, RULES, HAND, HISTORY), Play),
    PLAYER: Player,
    OWN_GAME: OwnGame,
    SEASON: Season,
}
"""What a place belongs to, by its kind; else it is the club."""


class DeleteClubForm(PlainForm):
    """The name of the club that is deleted, typed as a confirmation."""

    name: Any = line_field(required=True)


class ErasePersonForm(PlainForm):
    """Other names of a person that players have written, separated by commas."""

    also: Any = line_field(label="Other names they had here, if any, separated by commas")

    @property
    def names(self) -> list[str]:
        """The names that were typed."""
        return [name for text in BETWEEN_NAMES.split(self.also.data) if (name := text.strip())]

    def refuses_names_of(self, others: Iterable[Player]) -> bool:
        """Refuse the names of other players, and return if so."""
        known = {other.folded: other.name for other in others}
        if taken := [known[folded] for name in self.names if (folded := look_alike(name)) in known]:
            one = "{names} is another player. Enter only names of this person."
            several = "{names} are other players. Enter only names of this person."
            self.refuse("also", Say(one, several, len(taken), names=And(*taken)))
        return bool(taken)


@bp.get("/clubs/<int:club_id>/delete")
def ask_to_delete_club(club_id: int) -> str:
    """Show what goes with a club, and ask for its name."""
    return render_delete_club(access.club_or_404(club_id, needs=Role.HOST), DeleteClubForm(formdata=None))


@bp.post("/clubs/<int:club_id>/delete")
def delete_club_for_good(club_id: int) -> Response | tuple[str, int]:
    """Delete a club for good if its name was typed."""
    club, form = access.club_or_404(club_id, needs=Role.HOST), DeleteClubForm()
    name = club.name
    if not form.validate() or as_typed(form.name.data) != as_typed(name):
        form.refuse("name", Say("Type the club’s name, {name}, to delete it.", name=name))
        return render_delete_club(club, form), 422
    delete_club(club)
    flash(str(Say("{name} was deleted for good.", name=name)))
    return erased(redirect(url_for("home.home"), code=303))


@bp.get("/players/<int:player_id>/erase")
def ask_to_erase_person(player_id: int) -> str:
    """Show what is erased of a person, and what stays."""
    person = person_of(access.player_or_404(player_id, needs=Role.HOST))
    return render_erase_person(person, ErasePersonForm(formdata=None))


@bp.post("/players/<int:player_id>/erase")
def erase_person_for_good(player_id: int) -> Response | str | tuple[str, int]:
    """Erase the name of a person everywhere, and show where it is still part of other words."""
    person = person_of(access.player_or_404(player_id, needs=Role.HOST))
    form = ErasePersonForm()
    if not form.validate() or form.refuses_names_of(others_than(person)):
        return render_erase_person(person, form), 422
    words = erase_person(person, form.names)
    answer = erased(redirect(url_for("players.profile", player_id=person.id), code=303))
    if left := places_left(person.club_id, words):
        return render_erase_person(person, ErasePersonForm(formdata=None), left)
    flash(str(Say("Erased. They’re called {name} now.", name=person.name)))
    return answer


def others_than(person: Player) -> list[Player]:
    """Return the other people of a club."""
    club = db.session.get_one(Club, person.club_id)
    return [other for other in people(club) if other.id != person.id]


def erased(answer: Response) -> Response:
    """Commit an erasure, make erased text unreadable in the database's files, and return the answer."""
    commit(answer)
    overwrite_deleted()
    return answer


def as_typed(name: str) -> str:
    """Return a form that a name shares with what people type for it: many keys have no curly apostrophe."""
    return look_alike(name).replace("’", "'")


def render_delete_club(club: Club, form: DeleteClubForm) -> str:
    """Return the page that asks for the club's name."""
    return render_template("clubs/delete_club.html", club=club, form=form, contents=contents_of(club.id))


def render_erase_person(
    person: Player, form: ErasePersonForm, left: Mapping[Place, Sequence[str]] | None = None
) -> str:
    """Return the page that says what is erased of a person, and what stays; or was ``left`` just now."""
    club = db.session.get_one(Club, person.club_id)
    shown = list(left or ())[:MOST_SHOWN]
    return render_template(
        "clubs/erase_person.html",
        person=person,
        names=[player.name for player in (person, *other_names(person.id))],
        games=games_of(person),
        form=form,
        left=[left_at(place, (left or {})[place]) for place in shown],
        more=len(left or ()) - len(shown),
        newest=recent_nights([club], most=1),
    )


def left_at(place: Place, words: Sequence[str]) -> dict[str, Any]:
    """Return what the page says of a place where a name is still part of words."""
    found = db.session.get(SUBJECTS.get(place.kind, Club), place.its_id)
    game = game_of(found.game, found.options) if isinstance(found, Play) else None
    noun = Say("{Hand}", hand=game.hand_noun) if game else Say("Hand")
    return {"place": place, "found": found, "noun": noun, "words": words}
