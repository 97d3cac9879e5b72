"""The phones of a club: who may do what, the club's links, and leaving it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response
from wtforms import SelectField

from scorekeeper.domain import MAX_DEVICE_LENGTH, Role
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs import phones as store
from scorekeeper.store.clubs.invitations import phones_of_link, renew
from scorekeeper.store.clubs.people import people
from scorekeeper.store.database import db
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import Club, Invitation, Night, Phone, Player
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import current_phone
from scorekeeper.web.clubs.inviting import link_address
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.plain_form import PlainForm, line_field
from scorekeeper.web.submissions import commit

bp = Blueprint("phones", __name__, url_prefix="/clubs/<int:club_id>/phones")


class ThisPhoneForm(PlainForm):
    """The name of this phone, and which player its owner is."""

    name: Any = line_field(MAX_DEVICE_LENGTH, label="Name of this phone")
    owner: Any = SelectField("I’m", validate_choice=False)

    def find_owner(self, club: Club) -> Player | None:
        """Return the player chosen; None for nobody."""
        try:
            player = db.session.get(Player, access.read_person(self.owner.data or ""))
        except ValueError:
            return None
        return player if player and player.club_id == club.id else None


class ShownLink(NamedTuple):
    """One of the club's links, as its hosts see it.

    Attributes:
        invitation: the link.
        night: the night it is for; None for the whole club.
        address: what other phones open; empty if it can't be shown.
        others: how many other phones lose access when it is renewed.
    """

    invitation: Invitation
    night: Night | None
    address: str
    others: int


@bp.get("")
def club_phones(club_id: int) -> str:
    """Show the phones of a club, and to hosts its links."""
    return render_phones(access.club_or_404(club_id))


@bp.post("/this")
@declares(rate_limit="joining")
def name_this_phone(club_id: int) -> Response | tuple[str, int]:
    """Save the name of this phone, and who its owner is."""
    club, phone, form = access.club_or_404(club_id), this_phone(), ThisPhoneForm()
    if not form.validate():
        return render_phones(club, form), 422
    phone.name = form.name.data
    store.set_owner(club, phone, form.find_owner(club))
    return commit(back_to_phones(club))


@bp.post("/<int:phone_id>/host")
def promote(club_id: int, phone_id: int) -> Response:
    """Make a phone a host."""
    club = access.club_or_404(club_id, needs=Role.HOST)
    store.make_host(club, phone_id)
    return commit(back_to_phones(club))


@bp.post("/<int:phone_id>/member")
def demote(club_id: int, phone_id: int) -> Response | tuple[str, int]:
    """Make a host or a guest a member."""
    return change_access(club_id, lambda club: store.make_member(club, phone_id))


@bp.post("/<int:phone_id>/remove")
def remove(club_id: int, phone_id: int) -> Response | tuple[str, int]:
    """Remove a phone from the club, with effect at once."""
    return change_access(club_id, lambda club: store.remove_phone(club, phone_id))


@bp.post("/links/<int:invitation_id>")
def renew_link(club_id: int, invitation_id: int) -> Response:
    """Renew one of the club's links; phones that came by it lose access, except this one."""
    club = access.club_or_404(club_id, needs=Role.HOST)
    invitation = db.session.get(Invitation, invitation_id)
    if invitation is None or invitation.club_id != club.id:
        abort(404)
    renew(invitation, keeping=this_phone())
    return commit(back_to_phones(club, "links"))


@bp.post("/answers")
def let_players_answer(club_id: int) -> Response:
    """Say whether phones that only watch may answer for their owners, who play."""
    club = access.club_or_404(club_id, needs=Role.HOST)
    club.players_answer = "yes" in request.form
    raise_all_versions(club.id)
    return commit(back_to_phones(club, "answers"))


@bp.post("/leave")
def leave(club_id: int) -> Response | tuple[str, int]:
    """Leave the club with this phone."""
    club = access.club_or_404(club_id)
    try:
        store.leave_club(club, this_phone())
    except store.LastHost as wrong:
        return refuse(club_id, str(wrong))
    return commit(redirect(url_for("home.home"), code=303))


def change_access(club_id: int, change: Callable[[Club], None]) -> Response | tuple[str, int]:
    """Change what a phone may do, as a host, or show why that isn't possible."""
    club = access.club_or_404(club_id, needs=Role.HOST)
    try:
        change(club)
    except store.LastHost as wrong:
        return refuse(club_id, str(wrong))
    return commit(back_to_phones(club))


def refuse(club_id: int, problem: str) -> tuple[str, int]:
    """Return the page with the reason for which nothing was changed."""
    db.session.rollback()
    return render_phones(access.club_or_404(club_id), problem=problem), 422


def this_phone() -> Phone:
    """Return this phone, which has joined the club."""
    return current_phone() or abort(404)


def back_to_phones(club: Club, anchor: str | None = None) -> Response:
    """Redirect to the page of the club's phones."""
    return redirect(url_for("phones.club_phones", club_id=club.id, _anchor=anchor), code=303)


def render_phones(club: Club, form: ThisPhoneForm | None = None, problem: str = "") -> str:
    """Return the page of the club's phones, with what was refused, if anything."""
    phone, phones = this_phone(), store.phones_of(club)
    mine = next(one for one in phones if one.phone.id == phone.id)
    owner = mine.owner and str(mine.owner.id)
    form = form or ThisPhoneForm(formdata=None, name=phone.name, owner=owner)
    players = [person for person in people(club) if not person.hidden_at or person == mine.owner]
    form.owner.choices = [("", Say("not one of the players")), *((str(one.id), one.name) for one in players)]
    return render_template(
        "clubs/phones.html",
        club=club,
        phones=phones,
        mine=mine,
        last_host=mine.role == Role.HOST and sum(one.role == Role.HOST for one in phones) == 1,
        form=form,
        problem=problem,
        links=show_links(club, phone) if access.may(Role.HOST) else [],
    )


def show_links(club: Club, phone: Phone) -> Sequence[ShownLink]:
    """Return the links that work: the club's first, then those of its nights."""
    return [
        ShownLink(invitation, night, link_address(invitation), phones_of_link(invitation, except_phone=phone))
        for invitation, night in store.links_of_club(club)
    ]
