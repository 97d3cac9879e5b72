"""The people of a club: their names, who is the same person as whom, and who comes no more."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug import Response
from wtforms import StringField

from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.merging import CannotMerge, merge, unmerge
from scorekeeper.store.clubs.people import (
    also_known_as,
    hide_player,
    other_names,
    people,
    person_of,
    unhide_player,
)
from scorekeeper.store.clubs.renaming import rename
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Player
from scorekeeper.web.clubs import access

bp = Blueprint("players", __name__)


class RenameForm(FlaskForm):
    """Another name for a player."""

    name = StringField("Name")


@bp.get("/clubs/<int:club_id>/players")
def players(club_id: int) -> str:
    """Everybody who ever played in the club."""
    club = access.club_or_404(club_id)
    everybody = people(club)
    return render_template(
        "clubs/players.html",
        club=club,
        here=[person for person in everybody if not person.retired_at],
        retired=[person for person in everybody if person.retired_at],
        names=also_known_as(club),
    )


@bp.get("/players/<int:player_id>")
def player(player_id: int) -> str | Response:
    """One person; whoever turned out to be somebody else leads to them."""
    found = access.player_or_404(player_id)
    return page(found, RenameForm(name=found.name)) if found.person_id is None else back(person_of(found))


@bp.post("/players/<int:player_id>/rename")
def give_name(player_id: int) -> Response | tuple[str, int]:
    """Give a player another name, on every sheet."""
    found = access.player_or_404(player_id)
    form = RenameForm()
    try:
        rename(found, form.name.data or "")
    except BadName as wrong:
        db.session.rollback()
        form.name.errors = [str(wrong)]
        return page(access.player_or_404(player_id), form), 422
    db.session.commit()
    return back(person_of(found))


@bp.post("/players/<int:player_id>/merge")
def same_as(player_id: int) -> Response | tuple[str, int]:
    """Say that a player is another person of the club."""
    found = access.player_or_404(player_id)
    other = db.session.get(Player, request.form.get("person", 0, type=access.parse_id))
    try:
        if other is None or other.club_id != found.club_id:
            raise CannotMerge("Choose who it is.")
        merge(found, other)
    except CannotMerge as wrong:
        return page(found, RenameForm(name=found.name), str(wrong)), 422
    db.session.commit()
    return back(other)


@bp.post("/players/<int:player_id>/part")
def two_people(player_id: int) -> Response:
    """Take back that a player is somebody else."""
    found = access.player_or_404(player_id)
    person = person_of(found)
    unmerge(found)
    db.session.commit()
    return back(person)


@bp.post("/players/<int:player_id>/retire")
def retired(player_id: int) -> Response:
    """Offer somebody no more on nights."""
    person = person_of(access.player_or_404(player_id))
    hide_player(person)
    db.session.commit()
    return back(person)


@bp.post("/players/<int:player_id>/come-back")
def returned(player_id: int) -> Response:
    """Offer somebody on nights again."""
    person = person_of(access.player_or_404(player_id))
    unhide_player(person)
    db.session.commit()
    return back(person)


def back(person: Player) -> Response:
    """Back to a person's page."""
    return redirect(url_for("players.player", player_id=person.id), code=303)


def page(person: Player, form: RenameForm, wrong: str = "") -> str:
    """The page of a person, with what could not be done."""
    club = db.session.get_one(Club, person.club_id)
    return render_template(
        "clubs/player.html",
        club=club,
        person=person,
        form=form,
        wrong=wrong,
        chosen=request.form.get("person", type=int),
        names=other_names(person.id),
        others=[other for other in people(club) if other.id != person.id],
    )
