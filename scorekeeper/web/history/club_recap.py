"""The recap of a club: what a year came to, or any other days."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug import Response

from scorekeeper.rules.saying import Amount, And, Say
from scorekeeper.rules.words import GAME, NIGHT, TIME
from scorekeeper.store.database import now
from scorekeeper.store.history.club_recap import ClubRecap, recap_club
from scorekeeper.store.history.night_recap import Streak
from scorekeeper.store.history.statistics import GameSummary, NightSummary
from scorekeeper.store.models import known_as
from scorekeeper.store.time_zones import evening_of, local
from scorekeeper.web.clubs import access
from scorekeeper.web.drawings.blocks import BlocksDrawing, Worth, draw_blocks
from scorekeeper.web.drawings.picture import (
    BEST_HEIGHT,
    BOTTOM,
    CAPTION,
    GAP,
    draw_best_hand,
    draw_head,
    send_picture,
)
from scorekeeper.web.drawings.picture_rows import MOST_ROWS, place_players
from scorekeeper.web.filters import say_days, year_of
from scorekeeper.web.history.night_picture import best_of
from scorekeeper.web.history.night_recap import WON_IN_A_ROW, Highlight, tell_hand, tell_streak
from scorekeeper.web.history.statistics import (
    ScopeForm,
    render_statistics,
    requested_filters,
    scope_form,
)
from scorekeeper.web.wording.nights import say_wins

bp = Blueprint("club_recap", __name__, url_prefix="/clubs/<int:club_id>")

DECEMBER, JANUARY = 12, 1

MOST_BEST_HANDS = 3
"""The most games of which the best hand is shown."""


@bp.get("/recap")
def club_recap(club_id: int) -> Response | tuple[str, int] | str:
    """Show what the games of some days came to; by default those of this year, in January of the last."""
    club, today = access.club_or_404(club_id), local(now())
    years = {"this": whole_year(today.year), "last": whole_year(today.year - 1)}
    if not {"since", "until"} & request.args.keys():
        asked = requested_filters() | whole_year(year_to_tell() or today.year)
        return redirect(url_for(".club_recap", club_id=club.id, **asked))
    form = scope_form(club)
    if not form.validate():
        return render_statistics("history/club_recap.html", club, form, **years), 422
    found = recap_club(form.scope(club), MOST_BEST_HANDS)
    return render_statistics(
        "history/club_recap.html",
        club,
        form,
        found=found,
        headline=say_wins(found)[0],
        when=say_span(form, found),
        is_a_year=year_of(form.since.data, form.until.data) is not None,
        blocks=draw_nights(found),
        highlights=[*tell_highlights(club.id, found, dict(form.game.choices))],
        best=[tell_hand(best) for best in found.best],
        missed=tell_hand(found.missed, missed=True) if found.missed else None,
        known_as=known_as,
        **years,
    )


@bp.get("/recap.svg")
def picture(club_id: int) -> Response:
    """Send the same as a picture: who won most games, the nights side by side, and the best hand."""
    club = access.club_or_404(club_id)
    form = scope_form(club)
    found = recap_club(form.scope(club) if form.validate() else abort(404), MOST_BEST_HANDS)
    head = draw_head(str(say_span(form, found)), [*map(str, say_wins(found))], found.winners)
    best = best_of(found)
    placed = place_players(
        [(one.person_id, one.name) for one in found.standings[:MOST_ROWS]],
        [str(one.wins) for one in found.standings[:MOST_ROWS]],
        head.bottom + GAP / 2,
        bottom=BOTTOM - BEST_HEIGHT - CAPTION - GAP,
    )
    return send_picture(
        "history/blocks_picture.svg",
        "recap",
        head=head,
        placed=placed,
        indent=0,
        blocks=draw_nights(found),
        said="won",
        width=placed.right - GAP - placed.left,
        best=draw_best_hand(best, 0, best.sheet.result.setup.title) if best else None,
    )


def year_to_tell() -> int | None:
    """Return the year that people look back on: in December this one, in January the last, else none."""
    today = local(now())
    return {DECEMBER: today.year, JANUARY: today.year - 1}.get(today.month)


def whole_year(year: int) -> dict[str, str]:
    """Return the filter for the games of a year."""
    return {"since": f"{date(year, 1, 1)}", "until": f"{date(year, 12, 31)}"}


def say_span(form: ScopeForm, recap: ClubRecap) -> Say:
    """Return which days and nights they are, and which games alone: "Coralon, 2026: 9 nights"."""
    days, nights = say_days(form.since.data, form.until.data), Amount(len(recap.nights), NIGHT)
    if not form.wanted:
        return Say("{Days}: {nights}", days=days, nights=nights)
    return Say("{games}, {days}: {nights}", games=And(*form.wanted.values()), days=days, nights=nights)


def draw_nights(recap: ClubRecap) -> BlocksDrawing | None:
    """Return the nights side by side, with the games that everyone won; None without any."""
    players: dict[int, list[tuple[int, Worth]]] = {person: [] for person in recap.names}
    for one in recap.results:
        players[one.person_id].append((one.night_id, Worth(one.wins)))
    return draw_blocks({night.night_id: night.day for night in recap.nights}, players, wins=True)


def tell_highlights(club_id: int, recap: ClubRecap, names: Mapping[str, str]) -> Iterator[Highlight]:
    """Yield the rivals, the longest streak, and the game played most and the longest night of several.

    Each leads to what it was counted from. ``names`` are those of games, by what they are known as.
    """
    asked = requested_filters()
    counted = asked | {"club_id": club_id, "counts": "yes"}
    if rivals := recap.rivals:
        both = rivals.person_id, rivals.other_id
        where = url_for("statistics.player_statistics", club_id=club_id, player_id=both[0], **asked)
        said = Say(
            "met {times}: {won} to {lost}", times=Amount(rivals.met, TIME), won=rivals.won, lost=rivals.lost
        )
        yield Highlight(And(*(recap.names[one] for one in both)), both, said, f"{where}#against")
    if run := recap.run:
        ended = evening_of(run.at, run.time_zone)
        where = url_for("archive.archive", **counted | {"player": run.person_id, "until": ended})
        yield from tell_streak(recap, Streak((run.person_id,), run.plays), WON_IN_A_ROW, GAME, where)
    most = recap.games[0] if stands_out(recap.games) else None
    if most and most.known_as in names:
        where = url_for("archive.archive", **counted | {"game": most.known_as})
        said = Say(
            "was played the most: {plays} of {games}", plays=most.plays, games=Amount(recap.over, GAME)
        )
        yield Highlight(names[most.known_as], (), said, where)
    nights = sorted(recap.nights, key=lambda one: -one.plays)
    if stands_out(nights):
        night = nights[0]
        where = url_for("night_recap.night_recap", night_id=night.night_id)
        said = Say("was the longest night: {games}", games=Amount(night.plays, GAME))
        yield Highlight(f"{night.day.day} {night.day:%B %Y}", (), said, where)


def stands_out(most: Sequence[GameSummary | NightSummary]) -> bool:
    """Return whether more games were played of the first one, or on it, than of every other one there is."""
    return len(most) > 1 and most[0].plays > most[1].plays
