"""The recap of a night, as a page and as a picture: winners, best hands, streaks and coins."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import Blueprint, Response, render_template, url_for

from scorekeeper.rules.words import BID, COIN, GAME, Noun, capital, counted, listed, signed, text_width
from scorekeeper.store.coins.bank import Bank, GamePayout
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.history.night_recap import BestHand, NightRecap, Streak, recap_night
from scorekeeper.store.models import Night
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.time_zones import local
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.layout import truncate, wrap
from scorekeeper.web.drawings.picture import send_picture
from scorekeeper.web.filters import day, iso_day

bp = Blueprint("night_recap", __name__, url_prefix="/nights/<int:night_id>")

WIDTH = 360
ROW, LINE, HEADING = 27, 18, 40
"""The height of a row in the picture, of each line of small type in it, and of a heading."""
TOP = 54
LARGE, SMALL = 8.3, 6.5
"""The width of a letter in a row, and in small type."""


class RecapRow(NamedTuple):
    """A row of the recap.

    Attributes:
        left, right: what it is about, and the result.
        more: a sentence below; empty if there is none.
        mark: the id of the player whose mark it has.
        href: the address of the page about it.
    """

    left: str
    right: str
    more: str = ""
    mark: int | None = None
    href: str = ""


class RecapSection(NamedTuple):
    """A section of the recap: its name in addresses, its title, its rows, and what its figures mean."""

    name: str
    title: str
    rows: Sequence[RecapRow]
    help: str = ""


class DrawnRow(NamedTuple):
    """A row in the picture: its texts as far as they fit, and how far down it is; a heading has ``left``."""

    y: int
    is_heading: bool
    left: str
    right: str = ""
    more: Sequence[str] = ()
    mark: int | None = None


@bp.get("/recap")
@declares(offline_copy="night")
def night_recap(night_id: int) -> str:
    """Show what a night came to."""
    night = access.night_or_404(night_id)
    found = recap_of(night)
    return render_template(
        "history/night_recap.html",
        night=night,
        headline=headline(found),
        sections=sections(night, found),
        sheets=found.sheets,
    )


@bp.get("/recap.svg")
def night_picture(night_id: int) -> Response:
    """Send the same as a picture to share."""
    night = access.night_or_404(night_id)
    found = recap_of(night)
    title = wrap(headline(found), 34)
    *drawn, last = draw_rows(sections(night, found), TOP + 24 * len(title))
    return send_picture(
        "history/night_recap.svg",
        f"game-night-{iso_day(night.started_at, night.time_zone)}",
        title=f"{local(night.started_at, night.time_zone):%A}, {day(night.started_at, night.time_zone)}",
        headline=title,
        rows=drawn,
        height=last.y + 14,
    )


def recap_of(night: Night) -> NightRecap:
    """Return what a night came to, without deleted games and those that are no longer installed."""
    kept = [play for play in plays_of_night(night) if play.deleted_at is None]
    return recap_night(sheet for sheet in Sheet.of_all(kept) if sheet.can_be_scored)


def headline(found: NightRecap) -> str:
    """Return who won the most games: "Bea won 3 of 5 games"."""
    over = sum(1 for sheet in found.sheets if sheet.result.ending)
    if not found.wins:
        return counted(len(found.sheets), GAME) if found.sheets else "No games yet"
    most = max(found.wins.values())
    best = [found.names[person] for person, wins in found.wins.items() if wins == most]
    if over == 1:
        return f"{listed(best)} won"
    return f"{listed(best)} won {most} of {counted(over, GAME)}{' each' if len(best) > 1 else ''}"


def sections(night: Night, found: NightRecap) -> list[RecapSection]:
    """Return the sections of a recap that have any rows."""
    games = _streak(found, found.games_in_a_row, "won", GAME)
    bids = _streak(found, found.bids_in_a_row, "made", BID)
    bank = bank_of(night)
    coins = [
        RecapRow(bank.names[person], counted_signed(won), mark=person)
        for person, won in sorted(bank.won.items(), key=lambda item: -item[1])
    ]
    every = [
        RecapSection("games", "Games", [_game(sheet) for sheet in found.sheets]),
        RecapSection(
            "best",
            "Best hands",
            [_best(best) for best in found.best],
            "The best single hand of each game, except games that the lowest total wins.",
        ),
        RecapSection(
            "streaks",
            "Longest streaks",
            [*games, *bids],
            "Games won, or bids made, in a row. A game counts if it was played to the end.",
        ),
        RecapSection("coins", "Coins", coins if bank.used else []),
        RecapSection(
            "running",
            "Coins of running games, not included",
            [_running(bank, game) for game in bank.pending],
            "These can still change.",
        ),
    ]
    return [section for section in every if section.rows]


def _game(sheet: Sheet) -> RecapRow:
    setup, ending = sheet.result.setup, sheet.result.ending
    if ending:
        won = listed(setup.names(ending.winners)) if ending.winners else "nobody won"
    else:
        won = "still running"
    return RecapRow(setup.title, won, href=url_for("recap.recap", play_id=sheet.play.id))


def _best(best: BestHand) -> RecapRow:
    result = best.sheet.result
    setup = result.setup
    noun, names = setup.game.hand_noun.one, listed(setup.table.names(best.seats))
    score = counted_signed(best.score) if setup.unit == "coins" else signed(best.score)
    said = f"{capital(noun)} {best.number} of {setup.title}: {setup.summary(result.hands[best.number - 1])}"
    href = url_for("recap.recap", play_id=best.sheet.play.id, _anchor=f"hand-{best.number}")
    return RecapRow(names, score, said, href=href)


def _running(bank: Bank, game: GamePayout) -> RecapRow:
    coins = [f"{bank.names[person]} {signed(won)}" for person, won in game.coins.items()]
    right = f"{game.on_table} on the table" if game.on_table else "still running"
    return RecapRow(game.name, right, ", ".join(coins), href=url_for("recap.recap", play_id=game.play_id))


def _streak(found: NightRecap, streak: Streak | None, did: str, noun: Noun) -> Iterator[RecapRow]:
    if streak:
        names = listed(found.names[person] for person in streak.persons)
        yield RecapRow(names, f"{did} {counted(streak.length, noun)} in a row")


def counted_signed(coins: int) -> str:
    """Return coins that were won or lost: "+1 coin"."""
    return f"{signed(coins)} {COIN.one if coins in (1, -1) else COIN.many}"


def draw_rows(every: Sequence[RecapSection], y: int) -> Iterator[DrawnRow]:
    """Yield the rows of the picture from a height on, and at last an empty one where the picture ends."""
    for section in every:
        yield DrawnRow(y, True, section.title)
        y += HEADING
        for row in section.rows:
            right = truncate(row.right, (WIDTH / 2) / LARGE)
            room = WIDTH - 14 - (20 if row.mark is not None else 0) - text_width(right) * LARGE
            more = wrap(row.more, WIDTH / SMALL) if row.more else []
            yield DrawnRow(y, False, truncate(row.left, room / LARGE), right, more, row.mark)
            y += ROW + LINE * len(more)
    yield DrawnRow(y, False, "")
