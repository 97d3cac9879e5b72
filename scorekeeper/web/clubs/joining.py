"""Joining a club by a link or six digits, which asks who this phone's owner is, or by making one.

Not every server lets phones make clubs.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from unicodedata import normalize

from flask import (
    Blueprint,
    Flask,
    current_app,
    flash,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug import Response
from wtforms import StringField

from scorekeeper.domain import MAX_NOTE_LENGTH, Role
from scorekeeper.rules.saying import NOTHING, Say
from scorekeeper.store.clubs import access as grants
from scorekeeper.store.clubs.access import Access
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.invitations import (
    find_code,
    find_invitation,
    found_club,
    has_ended,
    hash_secret,
    join,
    secret_of,
)
from scorekeeper.store.clubs.people import recent_people
from scorekeeper.store.clubs.phones import set_owner
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, GameTable, Invitation, Night, Play, Player
from scorekeeper.store.nights.nights import guests
from scorekeeper.store.plays.plays import running_play_of_club, running_play_of_night
from scorekeeper.store.transactions import begin_writing, lock_of_link, lock_of_phone
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import current_phone, registered_phone, token_hash
from scorekeeper.web.clubs.inviting import HAS_SAID, wanted_table
from scorekeeper.web.declared import declares
from scorekeeper.web.filters import night_name, table_name
from scorekeeper.web.forms.plain_form import PlainForm, line_field
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit, repeat_first_answer

bp = Blueprint("joining", __name__)

MOST_NAMES = 20
"""The number of people of a club that are offered; anyone else can say later who they are."""


LINK = re.compile(r"/join/([\w-]+)(?:\?play=(\d+))?", re.ASCII)
"""A link among what was pasted: its secret, and the game to which it leads."""

NO_TABLE = Say(
    "No table has this code now. It changes every ten minutes: type the one that “Invite” shows on your "
    "friends’ phone now, or scan the QR code there."
)
NEITHER = Say("Type the six digits beside the QR code, or paste the whole link.")


class SignUpClosed(Exception):
    """Raised where new clubs are made on the command line alone."""


class CodeForm(PlainForm):
    """Six figures, or a link that was pasted."""

    code: Any = line_field(inputmode="numeric", enterkeyhint="go", maxlength=MAX_NOTE_LENGTH, required=True)

    def address(self) -> str:
        """Return the address that this leads to; empty, with a problem, if there is none."""
        typed = normalize("NFKC", self.code.data)
        if link := LINK.search(typed):
            return url_for("joining.ask", secret=link[1], play=link[2])
        figures = re.sub(r"[\s.-]", "", typed)
        if len(figures) != 6 or not figures.isdecimal():
            self.refuse("code", NEITHER)
        elif found := find_code(f"{int(figures):06}"):
            invitation = db.session.get_one(Invitation, found.invitation_id)
            if secret := secret_of(invitation):
                return url_for("joining.ask", secret=secret, play=found.play_id)
        if not self.refusal:
            self.refuse("code", NO_TABLE)
        return ""


class OwnerForm(PlainForm):
    """The player who is this phone's owner; empty for none of those offered."""

    player: Any = StringField()

    def chosen(self, offered: Sequence[Player], known: Access | None) -> Player | None:
        """Return the player chosen, for a phone with this access so far.

        Raises LookupError, in words, for one who isn't offered, or if the phone stays someone else's.
        """
        player = None
        if self.player.data:
            with suppress(ValueError):
                wanted = access.read_person(self.player.data)
                player = next((one for one in offered if one.id == wanted), None)
            if player is None:
                raise LookupError("Choose who you are from this list.")
        if known and known.has_answered and known.player_id != (player and player.id):
            raise LookupError(stays_with(known))
        return player


class Welcome(NamedTuple):
    """The place that a link leads to.

    Attributes:
        invitation: the link.
        club, night, table: the club, and the night and the table if the link is for one.
        play: the game from which it was shown, or else the one that is running there, if any.
    """

    invitation: Invitation
    club: Club
    night: Night | None
    table: GameTable | None
    play: Play | None

    @property
    def name(self) -> str:
        """The name of what it lets a phone into: "Table 3", "Friday night", or that of the club."""
        if self.table:
            return str(table_name(self.table))
        return night_name(self.night) if self.night else self.club.name

    @property
    def players(self) -> Sequence[Player]:
        """The people whom its owner may be."""
        return guests(self.night) if self.night else recent_people(self.club.id, MOST_NAMES)

    @property
    def access(self) -> Access | None:
        """The access that this phone already has there."""
        night, club = self.night, self.club
        seen = (
            grants.visible_night(night.id, token_hash(), self.invitation.table_id)
            if night
            else grants.visible_club(club.id, token_hash())
        )
        return seen[1] if seen else None


def init_app(app: Flask) -> None:
    """Tell templates who may make clubs, and show a page to those who may not."""
    app.add_template_global(can_found_clubs)
    app.register_error_handler(SignUpClosed, show_closed)


@bp.get("/join")
def ask_code() -> str:
    """Ask for the six digits of a table, or for a link."""
    return render_template("clubs/code.html", form=CodeForm(formdata=None))


@bp.post("/join")
@declares(rate_limit="codes")
def join_by_code() -> Response | tuple[str, int]:
    """Lead on to the link that was pasted, or that six digits stand for."""
    form = CodeForm()
    address = form.address()
    return redirect(address) if address else (render_template("clubs/code.html", form=form), 422)


@bp.get("/join/<secret>")
@declares(rate_limit="joining")
def ask(secret: str) -> Response | str | tuple[str, int]:
    """Ask who this phone's owner is before it joins; one that may do as much already goes straight on."""
    welcome = find_welcome(secret)
    if welcome is None:
        return show_useless_link(secret)
    known = welcome.access
    if known and known.role >= welcome.invitation.role:
        return lead_on(welcome)
    return render_welcome(secret, welcome)


@bp.post("/join/<secret>")
@declares(rate_limit="joining")
def join_by_link(secret: str) -> Response | tuple[str, int]:
    """Let this phone in, and note who its owner is."""
    begin_writing(lock_of_phone(token_hash()), lock_of_link(hash_secret(secret)))
    repeat_first_answer()
    welcome = find_welcome(secret)
    if welcome is None:
        return show_useless_link(secret)
    known = welcome.access
    only_watches = welcome.invitation.role < Role.KEEPER
    try:
        player = OwnerForm().chosen(welcome.players, known if only_watches else None)
    except LookupError as wrong:
        return render_welcome(secret, welcome, str(wrong)), 422
    phone = registered_phone()
    join(phone, welcome.invitation)
    set_owner(welcome.club, phone, player)
    words = "You joined {place} as {name}." if player else "You joined {place}."
    flash(str(Say(words, place=welcome.name, name=player.name if player else NOTHING)))
    return commit(lead_on(welcome))


@bp.get("/nights/<int:night_id>/me")
def ask_owner(night_id: int) -> str:
    """Ask which of tonight's players this phone's owner is."""
    return render_owners(access.night_or_404(night_id))


@bp.post("/nights/<int:night_id>/me")
@declares(rate_limit="joining")
def save_owner(night_id: int) -> Response | tuple[str, int]:
    """Note which of tonight's players this phone's owner is."""
    night = access.night_or_404(night_id, needs=Role.VIEWER)
    try:
        player = OwnerForm().chosen(guests(night), g.subject.access)
    except LookupError as wrong:
        return render_owners(night, str(wrong)), 422
    if phone := current_phone():
        set_owner(night.club, phone, player)
    session[HAS_SAID] = True
    return commit(redirect(opened_from(night_id)), for_others=False)


def find_welcome(secret: str) -> Welcome | None:
    """Return what a link leads to; None if it no longer leads anywhere."""
    invitation = find_invitation(secret)
    if invitation is None or has_ended(invitation):
        return None
    club, night = db.session.get_one(Club, invitation.club_id), None
    if invitation.night_id is None:
        play = running_play_of_club(club.id)
    else:
        night = db.session.get_one(Night, invitation.night_id)
        play = running_play_of_night(night.id, invitation.table_id)
    play, table = invited_to(club, night) or play, invitation.table
    gone = (night and night.deleted_at) or (table and table.removed_at)
    return None if gone else Welcome(invitation, club, night, table, play)


def invited_to(club: Club, night: Night | None) -> Play | None:
    """Return the game from which a link was shown, as its address says; None if it isn't there any more."""
    play = db.session.get(Play, request.args.get("play", 0, type=read_number))
    if play is None or play.club_id != club.id or play.deleted_at or play.night.deleted_at:
        return None
    return play if night is None or play.night_id == night.id else None


def lead_on(welcome: Welcome) -> Response:
    """Redirect to the game, or else to the table, the night or the first page."""
    play, night, table = welcome.play, welcome.night, welcome.table
    if play:
        return redirect(url_for("sheet.sheet", play_id=play.id))
    if table:
        return redirect(url_for("tables.table", night_id=table.night_id, table_id=table.id))
    return redirect(url_for("night.night", night_id=night.id) if night else url_for("home.home"))


def render_welcome(secret: str, welcome: Welcome, problem: str = "") -> str:
    """Return the page that asks who this phone's owner is, or whether they are still the same."""
    return render_template(
        "clubs/join.html",
        welcome=welcome,
        role=welcome.invitation.role,
        secret=secret,
        from_play=request.args.get("play", type=read_number),
        players=welcome.players,
        owner_id=grants.owner_known(welcome.club.id, token_hash()),
        problem=problem,
    )


def render_owners(night: Night, problem: str = "") -> str:
    """Return the page on which people say who they are later."""
    return render_template(
        "clubs/owner.html",
        night=night,
        players=guests(night),
        owner_id=access.me(),
        stays=stays_with(g.subject.access) if g.subject.access.has_answered else "",
        problem=problem,
        play=request.args.get("play", type=read_number),
        back=opened_from(night.id),
    )


def stays_with(known: Access) -> str:
    """Return why a phone that only watches can't become another player's."""
    who = known.player
    return (
        f"This phone has answered for {who}, so it stays {who}’s on this night. Someone who keeps score can "
        "enter what others have."
    )


def opened_from(night_id: int) -> str:
    """Return the address of the page that asked: the invitation, a sheet, or the night."""
    play_id = request.args.get("play", type=read_number)
    if "inviting" in request.args:
        return url_for("inviting.invite", night_id=night_id, table=wanted_table(), play=play_id)
    if play_id:
        return url_for("sheet.sheet", play_id=play_id)
    return url_for("night.night", night_id=night_id)


def show_useless_link(secret: str) -> tuple[str, int]:
    """Return the page for a link that has ended, was renewed, or never was one."""
    invitation = find_invitation(secret)
    if invitation is None:
        return render_template("clubs/useless_link.html", night=None), 404
    night = invitation.night_id and db.session.get(Night, invitation.night_id)
    return render_template("clubs/useless_link.html", night=night), 410


def can_found_clubs() -> bool:
    """Return whether every phone may make a club."""
    return bool(current_app.config["SIGN_UP"] == "open")


def refuse_if_closed() -> None:
    """Raise SignUpClosed unless every phone may make a club."""
    if not can_found_clubs():
        raise SignUpClosed


def found_own_club() -> Club:
    """Add a club whose host is this phone, and return it. Raises SignUpClosed."""
    refuse_if_closed()
    club = new_club()
    found_club(registered_phone(), club)
    return club


def show_closed(_: SignUpClosed) -> tuple[str, int]:
    """Return the page for a phone that may not make a club."""
    return render_template("clubs/closed.html"), 403
