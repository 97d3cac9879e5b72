"""Inviting other phones: a QR code and a link for each thing that a phone may be invited to do."""

from math import ceil
from typing import Any

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, session, url_for
from werkzeug import Response

from scorekeeper.domain import Role, StorageError
from scorekeeper.network import loopback_name, reachable
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.invitations import (
    code_of,
    link_of_club,
    link_of_night,
    open_code,
    open_link,
    open_night_links,
    phones_of_link,
    renew,
    secret_of,
)
from scorekeeper.store.database import db, now
from scorekeeper.store.models import GameTable, Invitation, JoinCode, Night, Play
from scorekeeper.store.nights.nights import guests
from scorekeeper.store.nights.tables import table_of
from scorekeeper.store.transactions import begin_writing, lock_of_club
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import current_phone
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit

bp = Blueprint("inviting", __name__, url_prefix="/nights/<int:night_id>/invite")

LINKS = {"keep": Role.KEEPER, "watch": Role.VIEWER, "club": Role.MEMBER}
"""What the scanner of each link will be able to do, by the names of the links in the page's address."""

SHOWN_TO = {Role.VIEWER: Role.VIEWER, Role.KEEPER: Role.KEEPER, Role.MEMBER: Role.HOST}
"""The smallest role that may show each link: only hosts invite to the club."""


HAS_SAID = "said_who"
"""The key in this phone's cookie that says that its owner was asked who they are, and answered."""


@bp.get("")
def invite(night_id: int) -> str:
    """Show a link to the night or its club, as a QR code and as six digits too."""
    wanted = wanted_role()
    night = access.night_or_404(night_id, SHOWN_TO[wanted or Role.VIEWER], table_id=wanted_table())
    table, role = invited_table(night), wanted or (Role.KEEPER if access.may(Role.KEEPER) else Role.VIEWER)
    invitation, play_id = find_link(night, role), shown_from(night)
    address = link_address(invitation, play_id) if invitation else ""
    code = shown_code(invitation, play_id) if invitation and address else None
    return render_template(
        "clubs/invite.html",
        night=night,
        table=table,
        role=role,
        play=play_id,
        invitation=invitation,
        address=address,
        asked=guests(night) if access.may(Role.HOST) and not access.me() and HAS_SAID not in session else [],
        home=address.partition("/join/")[0].partition("://")[2],
        code=code,
        seconds=ceil((code.ends_at - now()).total_seconds()) if code else 0,
        only_here=bool(loopback_name(address)),
        phones=phones_of_link(invitation, current_phone()) if invitation and access.may(Role.HOST) else 0,
    )


@bp.post("")
def make_link(night_id: int) -> Response:
    """Make the link that is missing, or let the night's links work again."""
    role = wanted_role() or Role.KEEPER
    night = access.night_or_404(night_id, needs=max(SHOWN_TO[role], Role.MEMBER))
    if role is Role.MEMBER:
        open_link(night.club_id, role)
    else:
        open_night_links(night)
    return commit(back_to_invitation(night_id))


@bp.post("/renew")
def renew_link(night_id: int) -> Response:
    """Renew a link: phones that joined with the old one lose access, except this one."""
    night = access.night_or_404(night_id, needs=Role.HOST)
    if invitation := find_link(night, wanted_role() or Role.KEEPER):
        renew(invitation, keeping=current_phone())
        flash(str(Say("Link renewed")))
    return commit(back_to_invitation(night_id))


def wanted_role() -> Role | None:
    """Return what the link in this request's address lets a phone do; None if it names no link."""
    if wanted_table() is not None:
        return Role.KEEPER
    return LINKS.get(request.args.get("link", ""))


def wanted_table() -> int | None:
    """Return the id of the table to which the link in this request's address leads; None for any other."""
    return request.args.get("table", type=read_number)


def invited_table(night: Night) -> GameTable | None:
    """Return the table to which the link in this request's address leads, if to one. Aborts with 404."""
    return None if (table_id := wanted_table()) is None else table_of(night, table_id) or abort(404)


def find_link(night: Night, role: Role) -> Invitation | None:
    """Return the link to a night, a table or the club; None if there is none or it has ended."""
    if role >= Role.MEMBER:
        return link_of_club(night.club_id, role)
    return link_of_night(night, role, wanted_table())


def shown_from(night: Night) -> int | None:
    """Return the game of the night from whose sheet this request came, which guests shall see first."""
    play = db.session.get(Play, request.args.get("play", 0, type=read_number))
    return play.id if play and play.night_id == night.id else None


def shown_code(invitation: Invitation, play_id: int | None) -> JoinCode | None:
    """Return the figures for a link, new ones if the last have ended; None if nothing can be saved now."""
    if found := code_of(invitation, play_id):
        return found
    club_id = invitation.club_id
    db.session.rollback()
    try:
        begin_writing(lock_of_club(club_id))
        found = open_code(invitation, play_id)
        db.session.commit()
        return found
    except StorageError:
        # The page is shown without them, even while the database is busy or its disk is full.
        db.session.rollback()
        return None


def link_address(invitation: Invitation, play_id: int | None = None) -> str:
    """Return the address of a link as other phones can open it; empty if it can only be renewed.

    Those who join by it see the game first, if one is given.
    """
    secret = secret_of(invitation)
    return address_elsewhere("joining.ask", secret=secret, play=play_id) if secret else ""


def address_elsewhere(endpoint: str, **values: Any) -> str:
    """Return the address of a page as other devices can open it."""
    if public := current_app.config["PUBLIC_ADDRESS"]:
        return str(public).removesuffix(request.script_root) + url_for(endpoint, **values)
    return reachable(url_for(endpoint, _external=True, **values), current_app.config["HOST"])


def back_to_invitation(night_id: int) -> Response:
    """Redirect to the page of the link in this request's address."""
    names = ("link", "table", "play")
    kept: dict[str, Any] = {name: value for name in names if (value := request.args.get(name))}
    return redirect(url_for("inviting.invite", night_id=night_id, **kept))
