"""The players of a club: their figures, how to pay them, renaming, merging and hiding them."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug import Response
from wtforms import SelectField, StringField

from scorekeeper.domain import Role
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.merging import CannotMerge, merge, unmerge
from scorekeeper.store.clubs.people import (
    also_known_as,
    hide_player,
    other_names,
    pay_me_changes,
    people,
    person_of,
    rename,
    set_pay_me,
    unhide_player,
)
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import games_of_player, total_standing
from scorekeeper.store.models import Club, Player
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.pay_me import PayMeForm, may_not_change
from scorekeeper.web.forms.plain_form import PlainForm, ReplacingForm, unsuggested
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit

bp = Blueprint("players", __name__)


class RenameForm(ReplacingForm):
    """A new name for a player."""

    name: Any = StringField(
        "New name, on every sheet",
        render_kw=unsuggested(maxlength=LONGEST_NAME, autocapitalize="words"),
    )


class MergeForm(PlainForm):
    """The person to merge a player with."""

    person: Any = SelectField(validate_choice=False)

    @property
    def player(self) -> Player | None:
        """The player chosen, if any."""
        try:
            return db.session.get(Player, read_number(self.person.data or ""))
        except ValueError:
            return None


@bp.get("/clubs/<int:club_id>/players")
def players(club_id: int) -> str:
    """Show everyone who ever played in the club."""
    club = access.club_or_404(club_id)
    everyone = people(club)
    return render_template(
        "clubs/players.html",
        club=club,
        players=[person for person in everyone if not person.hidden_at],
        hidden=[person for person in everyone if person.hidden_at],
        names=also_known_as(club),
    )


@bp.get("/players/<int:player_id>")
def profile(player_id: int) -> str | Response:
    """Show a person; a merged player leads to that person."""
    player = access.player_or_404(player_id)
    return render_profile(player) if player.person_id is None else back_to_profile(player)


@bp.post("/players/<int:player_id>/pay-me")
def save_pay_me(player_id: int) -> Response | tuple[str, int]:
    """Save how to pay a player."""
    person = person_of(access.player_or_404(player_id))
    if problem := may_not_change(person):
        raise access.NeedsRole(Role.HOST, problem)
    form = PayMeForm()
    if not form.validate():
        return render_profile(person, paying=form), 422
    if form.refuses_outdated("pay_me", person.pay_me, form.pay_me.data):
        return render_profile(person, paying=form), 409
    set_pay_me(person, form.pay_me.data, access.device_name())
    return commit(back_to_profile(person, pay="", _anchor="pay-me"))


@bp.post("/players/<int:player_id>/rename")
def rename_player(player_id: int) -> Response | tuple[str, int]:
    """Rename a player on every sheet."""
    player = access.player_or_404(player_id, needs=Role.HOST)
    form = RenameForm()
    if form.refuses_outdated("name", player.name, form.name.data or ""):
        return render_profile(person_of(player), form), 409
    try:
        rename(player, form.name.data or "")
    except BadName as wrong:
        form.refuse("name", wrong.why)
        return render_profile(person_of(player), form), 422
    return commit(back_to_profile(player))


@bp.post("/players/<int:player_id>/merge")
def merge_player(player_id: int) -> Response | tuple[str, int]:
    """Merge a player with another one of the club."""
    player = access.player_or_404(player_id, needs=Role.HOST)
    form = MergeForm()
    other = form.player
    try:
        if other is None or other.club_id != player.club_id:
            raise CannotMerge(Say("Choose the other name."))
        if player.id != other.id and person_of(player) == person_of(other):
            return back_to_profile(other)  # another phone has merged them already
        merge(player, other)
    except CannotMerge as wrong:
        form.refuse("person", wrong.why)
        return render_profile(person_of(player), merging=form), 422
    return commit(back_to_profile(other))


@bp.post("/players/<int:player_id>/part")
def unmerge_player(player_id: int) -> Response:
    """Separate a merged player again."""
    player = access.player_or_404(player_id, needs=Role.HOST)
    person = person_of(player)
    unmerge(player)
    return commit(back_to_profile(person))


@bp.post("/players/<int:player_id>/retire")
def hide(player_id: int) -> Response:
    """Stop suggesting a player on nights."""
    person = person_of(access.player_or_404(player_id, needs=Role.HOST))
    hide_player(person)
    return commit(back_to_profile(person))


@bp.post("/players/<int:player_id>/come-back")
def unhide(player_id: int) -> Response:
    """Suggest a player on nights again."""
    person = person_of(access.player_or_404(player_id, needs=Role.HOST))
    unhide_player(person)
    return commit(back_to_profile(person))


def back_to_profile(player: Player, **shown: Any) -> Response:
    """Redirect to the page of the person a player is; ``shown`` is added to its address."""
    return redirect(url_for("players.profile", player_id=player.person_id or player.id, **shown), code=303)


def render_profile(
    person: Player,
    form: RenameForm | None = None,
    merging: MergeForm | None = None,
    paying: PayMeForm | None = None,
) -> str:
    """Return the page of a person, with the form that was refused, if any."""
    club = db.session.get_one(Club, person.club_id)
    games = games_of_player(Scope(club.id), person.id)
    merging = merging or MergeForm(formdata=None)
    others = [(str(other.id), other.name) for other in people(club) if other.id != person.id]
    merging.person.choices = [("", "Choose a player"), *others] if others else []
    return render_template(
        "clubs/profile.html",
        club=club,
        person=person,
        games=games,
        total=total_standing(person, games),
        form=form or RenameForm(formdata=None, name=person.name),
        may_not_pay=may_not_change(person),
        pay_changes=pay_me_changes([person]).get(person.id, []),
        paying=paying or PayMeForm(formdata=None, pay_me=person.pay_me),
        merging=merging,
        names=other_names(person.id),
    )
