"""The archive of a club: every game it played, and the bin with what it threw away."""

from flask import Blueprint, abort, render_template, request
from wtforms import StringField

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store.clubs.people import people, person_of
from scorekeeper.store.history import games as archive_of
from scorekeeper.store.history import trash as thrown_away
from scorekeeper.store.history.games import Found, Wanted
from scorekeeper.store.history.paging import NEWEST, Page, Place, Turn
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.date_range import DateRangeForm
from scorekeeper.web.forms.plain_form import line_field

bp = Blueprint("archive", __name__, url_prefix="/clubs/<int:club_id>")

TURNS = {"before", "after"}
"""What an address has beside what somebody looks for: where a page begins or ends."""


class SearchForm(DateRangeForm):
    """What somebody looks for. It is sent as an address, so that a search can be kept and passed on."""

    game = StringField("Game")
    words = line_field(100, label="Search notes")


@bp.get("/archive")
def archive(club_id: int) -> str | tuple[str, int]:
    """The club's games, newest first, as far as they are looked for."""
    club = access.club_or_404(club_id)
    form = SearchForm(request.args)
    player_id = request.args.get("player", type=access.parse_id)
    person = None if player_id is None else person_of(access.club_player_or_404(club, player_id))
    if form.game.data and form.game.data not in CATALOGUE:
        abort(404)
    fine = form.validate()
    found = Page[Found]()
    if fine:
        wanted = Wanted(
            person_id=person.id if person else None,
            game=form.game.data or "",
            since=form.since.data,
            until=form.until.data,
            words=form.words.data or "",
        )
        found = archive_of.page(club.id, wanted, the_turn())
    asked = {name: text for name, text in request.args.items() if name not in TURNS and text}
    answer = render_template(
        "history/archive.html",
        club=club,
        form=form,
        person=person,
        people=people(club),
        games=CATALOGUE,
        found=found,
        asked=asked,
        turned=not TURNS.isdisjoint(request.args),
    )
    return answer if fine else (answer, 422)


@bp.get("/bin")
def bin(club_id: int) -> str:
    """What the club threw away, with buttons that bring it back."""
    club = access.club_or_404(club_id)
    only, turn = request.args.get("only", ""), the_turn()
    if only not in ("nights", "games"):
        only = ""
    return render_template(
        "history/trash.html",
        club=club,
        only=only,
        nights=Page() if only == "games" else thrown_away.nights(club.id, turn if only else NEWEST),
        plays=Page() if only == "nights" else thrown_away.plays(club.id, turn if only else NEWEST),
    )


def the_turn() -> Turn:
    """The page that an address asks for; the newest where it says nothing that can be read."""
    before, after = (request.args.get(name, type=Place.read) for name in ("before", "after"))
    return Turn(before, after)
