"""The archive of a club: all its games and nights, and what was recently deleted."""

from flask import Blueprint, render_template, request
from wtforms import SelectField

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.people import people
from scorekeeper.store.history.archive import (
    ArchivedGame,
    GameFilter,
    deleted_games,
    deleted_nights,
    find_games,
    find_nights,
)
from scorekeeper.store.history.paging import NEWEST, Cursor, Page, PageRequest
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.drawings.looks import load_looks
from scorekeeper.web.forms.plain_form import DateRangeForm, line_field
from scorekeeper.web.history.choosing_games import choose_games
from scorekeeper.web.nights.tonight import is_together, side_rows

bp = Blueprint("archive", __name__, url_prefix="/clubs/<int:club_id>")

CURSORS = {"before", "after"}
"""What a URL has besides the search: the cursor of a page."""

COUNTING = [
    ("", Say("Any game")),
    ("yes", Say("Only games that count")),
    ("no", Say("Only games that don’t count")),
]


class SearchForm(DateRangeForm):
    """The search for games. It is sent in the URL, so that a search can be bookmarked and shared."""

    player = SelectField("Player", validate_choice=False)
    game = SelectField("Game", validate_choice=False)
    counts = SelectField("Statistics", validate_choice=False)
    words = line_field(100, label="Search notes and own games", type="search")


@bp.get("/archive")
def archive(club_id: int) -> str | tuple[str, int]:
    """Show the club's games that match the search, newest first."""
    club = access.club_or_404(club_id)
    form = SearchForm(request.args)
    person = None
    if request.args.get("player"):
        person = access.club_player_or_404(club, request.args.get("player", 0, type=access.read_person))
        form.player.data = str(person.id)
    games = choose_games(form.game, club, Say("Any game"))
    form.player.choices = [("", Say("Anyone")), *((str(one.id), one.name) for one in people(club))]
    form.counts.choices = COUNTING
    valid = form.validate()
    found = Page[ArchivedGame]()
    if valid:
        wanted = GameFilter(
            person_id=person.id if person else None,
            games=tuple(games),
            since=form.since.data,
            until=form.until.data,
            words=form.words.data or "",
            counts={"yes": True, "no": False}.get(form.counts.data),
        )
        found = find_games(club.id, wanted, requested_page())
    load_looks(one.play.night_id for one in found.rows)
    asked = {name: texts for name, texts in request.args.lists() if name not in CURSORS and any(texts)}
    answer = render_template(
        "history/archive.html",
        club=club,
        form=form,
        wanted=games,
        games=CATALOGUE,
        found=found,
        # The hands of all these games would take long to read, and make no difference.
        is_together=is_together,
        side_rows=lambda play: side_rows(Sheet(play, [])),
        asked=asked,
        turned=not CURSORS.isdisjoint(request.args),
    )
    return answer if valid else (answer, 422)


@bp.get("/nights")
def nights(club_id: int) -> str:
    """Show the club's nights, newest first, one page at a time."""
    club = access.club_or_404(club_id)
    page = requested_page()
    found = find_nights(club.id, page)
    return render_template("history/nights.html", club=club, found=found, turned=page != NEWEST)


@bp.get("/bin")
def recently_deleted(club_id: int) -> str:
    """Show the club's deleted games and nights, with buttons that restore them."""
    club = access.club_or_404(club_id)
    only, page = request.args.get("only", ""), requested_page()
    if only not in ("nights", "games"):
        only = ""
    return render_template(
        "history/trash.html",
        club=club,
        only=only,
        nights=Page() if only == "games" else deleted_nights(club.id, page if only else NEWEST),
        plays=Page() if only == "nights" else deleted_games(club.id, page if only else NEWEST),
    )


def requested_page() -> PageRequest:
    """Return the page that the URL asks for, by default the newest."""
    before, after = (request.args.get(name, type=Cursor.parse) for name in ("before", "after"))
    return PageRequest(before, after)
