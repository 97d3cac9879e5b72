"""Messages about the newest change of a game."""

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.domain import CHANGED, CORRECTED, ENTERED, FROM_FILE, MOVED, OF_GAME, SWAPPED
from scorekeeper.rules.course import say_win, say_winners
from scorekeeper.rules.saying import NOTHING, And, Argument, Numbered, Row, Say, Sentences
from scorekeeper.rules.spoken import aloud, say_corrected, say_hand
from scorekeeper.store.plays.change_log import LoggedChange
from scorekeeper.web.wording.changes import say_details, say_done
from scorekeeper.web.wording.hands import say_bidding

if TYPE_CHECKING:
    from scorekeeper.web.plays.sheet_page import SheetPage


class News(NamedTuple):
    """The newest change.

    Attributes:
        id: differs for every change.
        sentence: what others hear of it: "Bea bid 5 and made it. Bea, 35 to go. Cal deals."; of what isn't
            called, such as a bid, the same as ``notice``.
        notice: who did what, for those whose form it concerns: "Bea (iPhone) saved hand 7: Bea bid 5, made.".
        own: the same for the phone that did it, with the totals: "Hand 7 saved. Ann 3, Bea 18."; nothing once
            the change is too old to be undone with one tap.
    """

    id: str
    sentence: Say | And
    notice: Say | And
    own: Say | And = NOTHING

    @property
    def spoken(self) -> str:
        """The sentence as it is spoken."""
        return aloud(self.sentence)


def newest_news(page: "SheetPage") -> News:
    """Return the newest change of a game; its sentence is empty if nothing was entered yet."""
    play, newest = page.sheet.play, page.newest
    last = page.sheet.newest_id
    if play.night.deleted_at:
        return News(f"{last}-night", said := Say("The night of this game was deleted."), said)
    if play.deleted_at:
        return News(f"{last}-deleted", said := Say("This game was deleted."), said)
    if page.can_continue and page.sheet.ended_last:
        said, win = Say("The game was ended."), say_win(page.result)
        return News(f"{last}-ended", Sentences(said, win) if _winners(page) else win, said, say_own(page))
    if newest is None:
        return News("0", NOTHING, NOTHING)
    notice = say_notice(page, newest)
    return News(str(last), call_change(page, newest) or notice, notice, say_own(page, newest.row.complete))


def call_change(page: "SheetPage", change: LoggedChange) -> Say | And:
    """Return a change of a hand as it is called: the hand with what it leaves, or its correction or removal.

    Nothing for bids and settings, and for what has been changed again since.
    """
    original, row, sheet = change.original, change.row, page.sheet
    if not original.complete or original.action == CHANGED:
        return NOTHING
    number = (change.before if change.undone else change.after).number_of(row.hand_id)
    now_there = sheet.row(number) if number else None
    if number and (now_there is None or (now_there.id, now_there.entry) != (row.hand_id, row.entry)):
        return NOTHING
    if original.action == ENTERED and not change.times:
        result = sheet.score(sheet.entries[:number], False)
        return say_hand(result, page.needs if result is page.result else None)
    said = say_done(change, page.game)
    if original.action == CORRECTED and not change.undone:
        said = Say("Correction of {hand}", hand=Numbered(page.game.hand_noun, number))
    if not 0 < number <= len(page.result.hands) or original.action in (MOVED, SWAPPED, *OF_GAME):
        return Say("{done}.", done=said)
    return Say("{done}: {hand}", done=said, hand=say_corrected(page.result, number))


def say_own(page: "SheetPage", with_totals: bool = True) -> Sentences:
    """Return what has just happened, who has won, and the totals; nothing if nothing has."""
    if page.undo is None:
        return Sentences()
    done, totals = page.undo.status, NOTHING
    if page.undo.action == "undo" and page.newest:
        done = say_done(page.newest, page.game, brief=True)
    if with_totals:
        shown = [one for one in page.columns if one.shown]
        held = [Say("{names} {total}", names=And(*one.names), total=one.shown) for one in shown]
        totals = Say("{totals}.", totals=Row(*held)) if held else NOTHING
    return Sentences(Say("{done}.", done=done), _winners(page), totals)


def say_notice(page: "SheetPage", change: LoggedChange) -> Sentences:
    """Return who changed what: the figures before and after, or what the hand says now; and who has won."""
    shows_figures = change.original.complete and change.original.action in (CORRECTED, CHANGED)
    layout = change.before if change.undone else change.after
    if shows_figures:
        what: Argument = say_details(change, page.game, page.table)
    else:
        what = _hand_or_bid(page, layout.number_of(change.row.hand_id))
    said = _with(say_by(page, change), what)
    return Sentences(Say("{what}.", what=said), _winners(page))


def say_in_full(page: "SheetPage", change: LoggedChange) -> Say:
    """Return who changed what, with the figures before and after, as a sentence without its full stop."""
    return _with(say_by(page, change), say_details(change, page.game, page.table))


def _with(said: Say, details: Argument) -> Say:
    return Say("{done}: {details}", done=said, details=details) if details else said


def say_by(page: "SheetPage", change: LoggedChange) -> Say:
    """Return who did what; what was imported has nobody who did it."""
    device = change.row.device
    return say_done(change, page.game, None if device in ("", FROM_FILE) else device)


def _winners(page: "SheetPage") -> Say:
    """Return who has won; nothing if nobody has."""
    ending = page.result.ending
    has_said = ending is not None and (ending.winners or page.setup.is_together)
    return Say("{won}.", won=say_winners(page.result)) if has_said else NOTHING


def _hand_or_bid(page: "SheetPage", number: int) -> Argument:
    """Return a hand or its bid in a few words; nothing if there is none."""
    if not number:
        return NOTHING
    if number <= len(page.result.hands):
        return page.setup.summary(page.result.hands[number - 1])
    return say_bidding(page.game, page.hand_table, page.bidding) if page.bidding else NOTHING
