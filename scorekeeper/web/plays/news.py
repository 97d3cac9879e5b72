"""The newest change of a game in a sentence, for other phones that show the game."""

from typing import Any, NamedTuple

from scorekeeper.domain import (
    CHANGED,
    CORRECTED,
    ENTERED,
    INSERTED,
    MOVED,
    REMOVED,
    RESCORED,
    RESTORED,
    SWAPPED,
)
from scorekeeper.rules.words import capital, figure, listed
from scorekeeper.store.plays.change_log import GameLayout
from scorekeeper.web.plays.sheet_page import SheetPage

DID = {
    (ENTERED, True): "saved {hand}",
    (ENTERED, False): "saved the {bid} of {hand}",
    (CORRECTED, True): "corrected {hand}",
    (CORRECTED, False): "changed the {bid} of {hand}",
    (REMOVED, True): "removed {hand}",
    (REMOVED, False): "removed the {bid} of {hand}",
    (RESTORED, True): "restored {hand}",
    (RESTORED, False): "restored the {bid} of {hand}",
    (INSERTED, True): "inserted {hand}",
    (MOVED, True): "moved {hand}",
    (SWAPPED, True): "swapped two names from {hand} on",
    (CHANGED, True): "changed the settings of the game",
    (RESCORED, True): "scored the game again by today’s rules",
}
"""What a phone did, by the action and whether the hand was complete."""

UNDID = "undid a change to {hand}"
UNDID_SETTINGS = "undid a change to the game"


class News(NamedTuple):
    """The newest change.

    Attributes:
        id: differs for every change.
        sentence: who did what: "Bea, iPhone saved hand 7: Bea bid 5, made.".
        own: the same for the phone that did it, with the totals: "Hand 7 saved. Ann 3, Bea 18."; empty once
            the change is too old to be undone with one tap.
    """

    id: str
    sentence: str
    own: str = ""


def newest_news(page: SheetPage) -> News:
    """Return the newest change of a game; its sentence is empty if nothing was entered yet."""
    play, newest = page.sheet.play, page.sheet.newest
    last = page.sheet.newest_id
    if play.night.deleted_at:
        return News(f"{last}-night", "The night of this game was deleted.")
    if play.deleted_at:
        return News(f"{last}-deleted", "This game was deleted.")
    if page.can_continue and page.sheet.ended_last:
        return News(f"{last}-ended", "The game was ended.", describe_own(page))
    if newest is None:
        return News("0", "")
    return News(str(last), describe_change(page, newest), describe_own(page, newest.complete))


def describe_own(page: SheetPage, with_totals: bool = True) -> str:
    """Return what has just happened, who has won, and the totals; empty if nothing has."""
    if page.undo is None:
        return ""
    totals = (f"{listed(column.names)} {figure(column.held)}" for column in page.columns)
    after = f" {', '.join(totals)}." if with_totals else ""
    return f"{page.undo.status}.{_winners(page)}{after}"


def describe_change(page: SheetPage, change: Any) -> str:
    """Return who changed what in a hand, what it says now, and who has won."""
    # A hand that was removed from between others has no number any more.
    now, before = GameLayout.of(page.sheet.play, page.sheet.rows), change.layout
    number = now.number_of(change.hand_id)
    hand = number or now.before(before).number_of(change.hand_id)
    said = DID.get((change.action, change.complete), UNDID if change.hand_id else UNDID_SETTINGS)
    # The name of a phone stays as it is: "iPhone".
    who = capital(change.device) if change.device.startswith("a ") else change.device
    did = said.format(hand=f"{page.noun} {hand}", bid=page.game.bid_noun)
    what = _in_words(page, number)
    return f"{who or 'Someone'} {did}{': ' + what if what else ''}.{_winners(page)}"


def _winners(page: SheetPage) -> str:
    """Return who has won, as a sentence after another one; empty if nobody has."""
    ending = page.result.ending
    return f" {listed(page.table.names(ending.winners))} won." if ending and ending.winners else ""


def _in_words(page: SheetPage, number: int) -> str:
    """Return a hand or its bid in a few words; empty if there is none."""
    if not number:
        return ""
    if number <= len(page.result.hands):
        return str(page.setup.summary(page.result.hands[number - 1]))
    bid = page.bidding
    suit = page.suits.get(getattr(bid, "trump", None) or "", "")
    return ", ".join(filter(None, (bid.describe_bid(page.table), suit))) if bid else ""
