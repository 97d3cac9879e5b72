"""The recap of a night: who won how many games, its games, the best hands, and streaks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, render_template, url_for

from scorekeeper.rules.course import say_winners
from scorekeeper.rules.saying import Amount, And, Argument, Numbered, Say
from scorekeeper.rules.strokes import Strokes
from scorekeeper.rules.words import BID, GAME, Noun, write_total
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.history.night_recap import BestHand, NightRecap, Recap, Streak, recap_night
from scorekeeper.store.models import Night
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.course import CourseDrawing, telling_course
from scorekeeper.web.drawings.picture import strokes_of_best
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes
from scorekeeper.web.nights.tonight import GuestStrip, guest_strip, say_place, season_points
from scorekeeper.web.wording.hands import say_gain
from scorekeeper.web.wording.nights import say_aside, say_wins

bp = Blueprint("night_recap", __name__, url_prefix="/nights/<int:night_id>")


MOST_BEST = 5
"""The number of best hands shown."""

WON_IN_A_ROW = Say("won {count} in a row")


class ResultRow(NamedTuple):
    """A finished game: its name, who won, all totals, its course if a hand was played, and its address."""

    title: str
    outcome: Argument
    totals: Sequence[Say]
    course: CourseDrawing | None
    href: str


class Highlight(NamedTuple):
    """Something worth telling: who it is about and their ids, what it was, and its address, if it has one.

    It has a figure, strokes, both or neither.
    """

    who: Argument
    marks: Sequence[int]
    said: Say
    href: str = ""
    figure: Argument = ""
    strokes: StrokesDrawing | None = None


class RunningRow(NamedTuple):
    """A running game: its name with its table, the coins on it, and its address."""

    place: Argument
    on_table: int
    href: str


@bp.get("/recap")
@declares(offline_copy="night")
def night_recap(night_id: int) -> str:
    """Show what a night came to."""
    night = access.night_or_404(night_id)
    found, bank = recap_of(night), bank_of(night)
    on_table = {game.play_id: game.on_table for game in bank.pending}
    only_coins = bank.used and not found.sheets
    season, points = season_points(night, [sheet.play for sheet in found.sheets])
    return render_template(
        "history/night_recap.html",
        night=night,
        found=found,
        headline=Say("Won and lost") if only_coins else say_wins(found, len(found.sheets))[0],
        strip=guest_strip(night, [], bank) if only_coins else strip_of(night, found, bank),
        has_coins=bank.used,
        season=season,
        points=points or found.points,
        best=[tell_hand(best) for best in best_few(found)],
        streaks=[
            *tell_streak(found, found.games_in_a_row, WON_IN_A_ROW, GAME),
            *tell_streak(found, found.bids_in_a_row, Say("made {count} in a row"), BID),
        ],
        games=[_game(sheet) for sheet in found.sheets if sheet.result.ending],
        running=[
            RunningRow(
                say_place(sheet.result.setup.title, sheet.play.table),
                on_table.get(sheet.play.id, 0),
                recap_page(sheet),
            )
            for sheet in found.sheets
            if not sheet.result.ending
        ],
        coins_run=bool(bank.pending),
    )


def recap_of(night: Night, finished: bool = False) -> NightRecap:
    """Return what a night came to, without deleted and empty games and those that are no longer installed.

    If only ``finished`` games count, running ones are left out as well.
    """
    kept = [play for play in plays_of_night(night) if play.deleted_at is None and not play.is_empty]
    sheets = (sheet for sheet in Sheet.of_all(kept) if sheet.can_be_scored)
    return recap_night(sheet for sheet in sheets if sheet.result.ending or not finished)


def strip_of(night: Night, recap: NightRecap, bank: Bank) -> GuestStrip | None:
    """Return a night as a strip, those who won the most games first; None before its first game."""
    strip = guest_strip(night, recap.sheets, bank)
    rows = [row for row in strip.rows if row.person in recap.names or row.coins]
    return replace(strip, rows=sorted(rows, key=lambda row: -row.wins)) if strip.has_games else None


def best_few(recap: NightRecap) -> Sequence[BestHand]:
    """Return the few best hands to show, in the order of playing: rather drawn ones, and of long games."""

    def rank(best: BestHand) -> tuple[bool, int]:
        return strokes_of_best(best) is not None, len(best.sheet.result.hands)

    few = [id(best) for best in sorted(recap.best, key=rank, reverse=True)[:MOST_BEST]]
    return [best for best in recap.best if id(best) in few]


def recap_page(sheet: Sheet) -> str:
    """Return the address of the recap of a game."""
    return url_for("recap.recap", play_id=sheet.play.id)


def _game(sheet: Sheet) -> ResultRow:
    result = sheet.result
    setup, in_coins = result.setup, result.setup.unit == "coins"
    scored = result.totals
    sides = sorted(setup.sides, key=lambda side: scored[side[0]], reverse=not setup.lowest_wins)
    words = Say("{names} {total}" if setup.tells_totals(scored) else "{names}")
    totals = [
        words.filled(names=And(*setup.names(side)), total=write_total(scored[side[0]], 0, in_coins))
        for side in sides
    ]
    won = say_winners(result)
    return ResultRow(
        setup.title,
        say_aside(won, sheet.play.set_aside),
        totals,
        telling_course(result, sheet.play.person_ids),
        recap_page(sheet),
    )


def tell_hand(best: BestHand, missed: bool = False) -> Highlight:
    """Return a best hand with its reason, or one in which the bidder has ``missed``, which says no score."""
    result, ids = best.sheet.result, best.sheet.play.person_ids
    setup = result.setup
    hand, summary = Numbered(setup.game.hand_noun, best.number), setup.summary(result.hands[best.number - 1])
    said = Say("{Hand} of {game}: {summary}", hand=hand, game=setup.title, summary=summary)
    marks = [ids[seat] for seat in best.seats]
    href = url_for("recap.recap", play_id=best.sheet.play.id, _anchor=f"hand-{best.number}")
    score = "" if missed else say_gain(best.score, setup.unit)
    return Highlight(And(*setup.names(best.seats)), marks, said, href, score, strokes_of_best(best, missed))


def tell_streak(
    recap: Recap, streak: Streak | None, did: Say, noun: Noun, href: str = ""
) -> Iterator[Highlight]:
    """Yield a streak with a stroke for each time, if there is one."""
    if streak:
        names = And(*(recap.names[person] for person in streak.persons))
        what = did.filled(count=Amount(streak.length, noun))
        drawn = draw_strokes(Strokes(streak.length, None))
        yield Highlight(names, streak.persons, what, href, strokes=drawn)
