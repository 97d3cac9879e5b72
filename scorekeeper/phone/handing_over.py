"""A sheet as an address that carries all of it: another phone takes it over without the server.

The address of the game is followed by ``#sheet=`` and digits, of which a QR code holds a third more than
letters. They are deflated JSON: the game as the server sends it, with the hands that wait on the phone, and

    saved: how many of its hands the server has
    key: the beginning of the keys of the others; each counts once, whichever phone sends it first

The phone that takes the sheet over sends what it doesn't have as if it had been entered there, with the field
HANDED_OVER: the key of the hand, or SAVED.
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from segno import encoder

from scorekeeper.domain import HANDED_OVER, SAVED
from scorekeeper.phone.play import Answer, PhonePlay
from scorekeeper.rules.engine import Result, read_bidding
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import NOTHING, And, Counted, Dots, Row, Say, Sentences
from scorekeeper.store.plays.stored_hands import as_text
from scorekeeper.web.forms.entry_form import from_json
from scorekeeper.web.plays.scores import columns
from scorekeeper.web.wording.hands import describe_entry

MOST_VERSION = 25
"""The largest code that a camera reads from a phone's screen: 117 modules, each almost half a millimeter."""

QUIET_ZONE = 4
"""The width of the light border, in modules."""

BYTES, DIGITS = 12, 29
"""So many bytes are written as so many digits."""

MOST_BYTES = 1_000_000
"""The most that is read, far more than any evening has."""

UNREADABLE = "This link doesn’t have the whole sheet. Scan the code again."
OTHER_TABLE = (
    "The players or house rules are not the same on both phones. "
    "Open the game on both once the server can be reached."
)
DECIDE = "Both can send theirs once the server can be reached, and you decide then."
DIFFERS = "{Hand} {number} is not the same on both phones."
NOTHING_NEW = "This phone has everything that the other phone has."
NOT_SCORED = "The hands of the other phone can’t be scored in this game."


def hand_over(play: PhonePlay, page: str, saved: int, key: str) -> Answer:
    """Return the address with a sheet, and its QR code as SVG: none if it is too large to be read.

    ``page`` is the address of the game.
    """
    handed = {**play.document, "saved": saved, "key": key}
    digits = in_digits(zlib.compress(as_text(handed).encode(), 9))
    start = f"{page}#sheet="
    return {"address": start + digits, "code": draw_code(start, digits)}


def take_over(play: PhonePlay, saved: int, digits: str) -> Answer:
    """Return what this phone has to send besides what it has, as the actions of forms, or why it can't.

    ``play`` has what waits on this phone; of its hands ``saved`` are the server's.
    """
    try:
        handed = json.loads(read_digits(digits))
        return compare_sheets(play, saved, handed)
    except Refused:
        return {"why": NOT_SCORED}
    except (ValueError, OverflowError, zlib.error, KeyError, TypeError, AttributeError):
        return {"why": UNREADABLE}


def compare_sheets(play: PhonePlay, saved: int, handed: Mapping[str, Any]) -> Answer:
    """Return the answer to ``take_over`` for a sheet that was read. Raises Refused if it can't be scored."""
    ours, theirs = play.document["sheet"], handed["sheet"]
    table = ("game", "options", "dealer")
    if play.document["seats"] != handed["seats"] or any(ours.get(k) != theirs.get(k) for k in table):
        return {"why": OTHER_TABLE}
    noun, known, hands = play.game.hand_noun, ours["hands"], theirs["hands"]
    both = enumerate(zip(known, hands, strict=False), start=1)
    differ = [number for number, (mine, other) in both if mine != other]
    if waiting := [number for number in differ if number > saved]:
        return {"why": str(Sentences(Say(DIFFERS, hand=noun, number=waiting[0]), Say(DECIDE)))}
    new = hands[len(known) :]
    result = play.score([*play.entries, *map(as_text, new)])
    if handed["bidding"] and len(hands) >= len(known):
        read_bidding(play.setup, result.state, handed["bidding"], len(result.hands) + 1)
    actions = list(actions_for(play, handed))
    unsent = max(0, len(known) + len(new) - max(len(known), handed["saved"]))
    remark = Say(DIFFERS, hand=noun, number=differ[0]) if differ else NOTHING
    if not actions:
        return {"actions": [], "said": str(Sentences(Say(NOTHING_NEW), remark))}
    what = Counted(len(new), noun) if new else Say("the {bid}", bid=Say(play.game.bid_noun))
    one, several = "{number} is not sent yet.", "{number} are not sent yet."
    waits = Say("It is not sent yet.") if len(new) == 1 else Say(one, several, unsent, number=unsent)
    more = Sentences(waits if unsent else NOTHING, _say_totals(result))
    return {
        "actions": actions,
        "offer": str(Say("Take over {what} from the other phone?", what=what)),
        "more": str(more if new else Say("{entered}.", entered=actions[0]["entered"])),
        "said": str(Sentences(Say("{What} taken over from the other phone.", what=what), remark)),
    }


def _say_totals(result: Result) -> Say:
    """Return the totals with a sheet, to compare them with those on the other phone before taking it over."""
    sides = columns(result, result.state.dealer)
    totals = Row(*(Say("{names} {total}", names=And(*side.names), total=side.shown) for side in sides))
    return Say("The other phone should show the same totals: {totals}.", totals=totals)


def actions_for(play: PhonePlay, handed: Mapping[str, Any]) -> Iterator[Answer]:
    """Yield what enters the hands of a sheet that a phone doesn't have, and its bid."""
    game, known, hands = play.game, play.document["sheet"]["hands"], handed["sheet"]["hands"]
    for number, raw in enumerate(hands[len(known) :], start=len(known) + 1):
        kind = game.kind(raw)
        special = next((mark for mark, other in game.special_by_key.items() if other is kind), "")
        mark = SAVED if number <= handed["saved"] else f"{handed['key']}{number:08}"
        fields = [("alone", special) if special else ("whole", "on"), (HANDED_OVER, mark)]
        yield action_for(play, "/hands", number, raw, fields)
    bidding, number = handed["bidding"], len(hands) + 1
    if bidding and game.bidding and len(hands) >= len(known) and not (number == play.number and play.bidding):
        yield action_for(play, "/bid", number, bidding, [])


def action_for(
    play: PhonePlay, step: str, number: int, raw: Mapping[str, Any], fields: list[tuple[str, str]]
) -> Answer:
    """Return what a form for a hand or its bid sends, and what it says of it."""
    game, of_bid = play.game, step == "/bid"
    kind = game.bidding if of_bid and game.bidding else game.kind(raw)
    hand = Say("{hand} {number}", hand=game.hand_noun, number=number)
    words = Say("{Bid} of {hand}", bid=Say(game.bid_noun), hand=hand) if of_bid else Say("{Hand}", hand=hand)
    return {
        "step": step,
        "number": number,
        "fields": [*from_json(game.entries[kind], raw, play.table).items(multi=True), *fields],
        "words": str(words),
        "entered": str((Row if of_bid else Dots)(*(value for _, value in describe_entry(play.setup, raw)))),
    }


def in_digits(data: bytes) -> str:
    parts = (data[at : at + BYTES].ljust(BYTES, b"\0") for at in range(0, len(data), BYTES))
    return "".join(f"{int.from_bytes(part, 'big'):0{DIGITS}}" for part in parts)


def read_digits(digits: str) -> bytes:
    """Return what was deflated and written as digits. Raises ValueError, OverflowError or zlib.error."""
    parts = (digits[at : at + DIGITS] for at in range(0, len(digits), DIGITS))
    data = b"".join(int(part).to_bytes(BYTES, "big") for part in parts)
    return zlib.decompressobj().decompress(data, MOST_BYTES)


def draw_code(start: str, digits: str) -> str:
    """Return the QR code of an address that ends with digits as SVG; empty if it is too large to be read."""
    try:
        code = encoder.encode([(start, None), (digits, None)], error="l", micro=False)  # type: ignore[no-untyped-call]
    except encoder.DataOverflowError:
        return ""
    if code.version > MOST_VERSION:
        return ""
    size = len(code.matrix) + 2 * QUIET_ZONE
    dark = []
    for y, row in enumerate(code.matrix, start=QUIET_ZONE):
        x = QUIET_ZONE
        for is_dark, run in groupby(row):
            length = len([*run])
            if is_dark:
                dark.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    light = f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
    return f'<svg viewBox="0 0 {size} {size}">{light}<path d="{"".join(dark)}"/></svg>'
