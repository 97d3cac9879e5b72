"""Inviting other phones: a QR code and a link for each thing that a phone may be invited to do."""

from typing import Any

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.network import loopback_name, reachable
from scorekeeper.store.clubs.invitations import (
    link_of_club,
    link_of_night,
    open_link,
    open_night_links,
    phones_of_link,
    renew,
    secret_of,
)
from scorekeeper.store.models import Invitation, Night
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import current_phone
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit

bp = Blueprint("inviting", __name__, url_prefix="/nights/<int:night_id>/invite")

LINKS = {"keep": Role.KEEPER, "watch": Role.VIEWER, "club": Role.MEMBER}
"""What the scanner of each link will be able to do, by the names of the links in the page's address."""

SHOWN_TO = {Role.VIEWER: Role.VIEWER, Role.KEEPER: Role.KEEPER, Role.MEMBER: Role.HOST}
"""The smallest role that may show each link: only hosts invite to the club."""


@bp.get("")
def invite(night_id: int) -> str:
    """Show a link to the night or its club, as a QR code too."""
    wanted = wanted_role()
    night = access.night_or_404(night_id, needs=SHOWN_TO[wanted or Role.VIEWER])
    role = wanted or (Role.KEEPER if access.may(Role.KEEPER) else Role.VIEWER)
    invitation = find_link(night, role)
    address = link_address(invitation) if invitation else ""
    return render_template(
        "clubs/invite.html",
        night=night,
        role=role,
        play=request.args.get("play", type=read_number),
        invitation=invitation,
        address=address,
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
        flash("Link renewed")
    return commit(back_to_invitation(night_id))


def wanted_role() -> Role | None:
    """Return what the link in this request's address lets a phone do; None if it names no link."""
    return LINKS.get(request.args.get("link", ""))


def find_link(night: Night, role: Role) -> Invitation | None:
    """Return the link to a night, or to its club; None if there is none or it has ended."""
    return link_of_club(night.club_id, role) if role >= Role.MEMBER else link_of_night(night, role)


def link_address(invitation: Invitation) -> str:
    """Return the address of a link as other phones can open it; empty if it can only be renewed."""
    secret = secret_of(invitation)
    if not secret:
        return ""
    if public := current_app.config["PUBLIC_ADDRESS"]:
        return f"{public}{url_for('joining.ask', secret=secret)}"
    return reachable(url_for("joining.ask", secret=secret, _external=True), current_app.config["HOST"])


def back_to_invitation(night_id: int) -> Response:
    """Redirect to the page of the link in this request's address."""
    kept: dict[str, Any] = {name: value for name in ("link", "play") if (value := request.args.get(name))}
    return redirect(url_for("inviting.invite", night_id=night_id, **kept))
