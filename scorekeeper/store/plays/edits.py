"""Working out a change of a whole play: its hands in another order, other settings, other players.

Nothing is written here. The engine judges what the play would become; ``commands.save_edit`` saves it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorekeeper.domain import (
    CHANGED,
    CONTINUED,
    ENDED,
    INSERTED,
    MOVED,
    REMOVED,
    RESTORED,
    SWAPPED,
    UNDONE,
)
from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.house import PLAYED_ON, PRESENCE
from scorekeeper.rules.labels import relabelled_hand
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.saying import Or, Say
from scorekeeper.rules.table import Seat, Setup
from scorekeeper.store.plays.change_log import GameLayout, SeatedPlayer, Swap, seats_after, swap_in
from scorekeeper.store.plays.changes import contents_before, with_consequences
from scorekeeper.store.plays.sheet import Conflict, Sheet, digest, hand_history
from scorekeeper.store.plays.stored_hands import (
    Entry,
    StoredHand,
    as_text,
    entry_in,
    no_longer_possible,
    refuse_too_many,
    scored,
    scored_to_the_end,
)

NEW = 0
"""The id of a hand that is not stored yet."""


@dataclass(frozen=True)
class PlayEdit:
    """A change of a play, and what the play becomes with it.

    Attributes:
        action: one of HAND_ACTIONS.
        about: the id of the hand that is changed, NEW for a new one; None if it is the game itself.
        rows: the hands of the play from then on, in order, including those removed from the end.
        layout: how the game is laid out from then on.
        result: the play with the change.
        last: the last hand that still counts; later ones will be removed.
        number: the hand whose score is of interest, such as the one inserted; 0 for none.
        was: the number that each hand had before, 0 for a new one, including those that no longer count.
        moved_to: the seat that the figures of each seat have from then on.
        swap: whose names are exchanged.
    """

    action: str
    about: int | None
    rows: tuple[StoredHand, ...]
    layout: GameLayout
    result: Result
    last: int
    number: int = 0
    was: tuple[int, ...] = ()
    moved_to: tuple[Seat, ...] = ()
    swap: Swap | None = None

    @property
    def raw(self) -> Entry:
        """The hand whose score is of interest, as JSON."""
        return entry_in(self.rows[self.number - 1].entry)

    @property
    def token(self) -> str:
        """A digest of what the play becomes, by which a form says which preview was seen."""
        layout, said = self.layout, (f"{row.id} {row.entry}" for row in self.rows)
        return digest((as_text(layout.options), f"{layout.dealer} {layout.names}", *said))

    def changes(self, sheet: Sheet) -> bool:
        """Return whether the play is another one afterwards."""
        before = GameLayout.of(sheet.play, sheet.rows)
        return self.rows != tuple(sheet.rows) or self.layout.kept_for(before, self.moved_to) is not None


class Seating(NamedTuple):
    """A player who gets a seat, and the ``place`` where their figures have been so far."""

    player_id: int
    name: str
    place: Seat


@dataclass(frozen=True)
class Settings:
    """The settings of a running game: its house rules, the seat of its first dealer, and its seats."""

    options: Mapping[str, Any]
    dealer: Seat
    seats: Sequence[Seating]


def let_join(sheet: Sheet, player: SeatedPlayer, first: int, total: int) -> PlayEdit:
    """Return what the play becomes if someone joins from a hand on, in a new last seat. Raises Refused."""
    now = GameLayout.of(sheet.play, sheet.rows)
    stay = {"from": first, "total": total} if first > 1 or total else {}
    layout = replace(now, seats=(*now.seats, player))
    return _judged(sheet, CHANGED, None, tuple(sheet.rows), _with_stay(layout, len(now.seats), stay))


def let_leave(sheet: Sheet, seat: Seat, last: int | None) -> PlayEdit:
    """Return what the play becomes if a player leaves after a hand; None if they stay. Raises Refused."""
    now = GameLayout.of(sheet.play, sheet.rows)
    stay = {**now.options.get(PRESENCE, {}).get(str(seat), {}), "to": last}
    return _judged(sheet, CHANGED, None, tuple(sheet.rows), _with_stay(now, seat, stay))


def ended_there(sheet: Sheet) -> PlayEdit:
    """Return what a running game becomes if it ends where today's rules end it. Raises Refused."""
    return _judged(sheet, ENDED, None, tuple(sheet.rows), is_open=False)


def played_on(sheet: Sheet) -> PlayEdit:
    """Return what a running game becomes if none of its hands so far ends it. Raises Refused."""
    now = GameLayout.of(sheet.play, sheet.rows)
    layout = replace(now, options={**now.options, PLAYED_ON: len(sheet.entries)})
    return _judged(sheet, CONTINUED, None, tuple(sheet.rows), layout, is_open=False)


def put_aside(sheet: Sheet, aside: bool) -> PlayEdit:
    """Return what the play becomes if it doesn't count, or does again; what one person played never does.

    Raises Refused.
    """
    is_alone = len(sheet.play.seats) == 1
    layout = replace(GameLayout.of(sheet.play, sheet.rows), set_aside=aside or is_alone)
    return _judged(sheet, CHANGED, None, tuple(sheet.rows), layout)


def _with_stay(layout: GameLayout, seat: Seat, stay: Mapping[str, int | None]) -> GameLayout:
    """Return a layout with when someone plays; what is None or nothing is left out."""
    said = {key: number for key, number in stay.items() if number is not None and (number or key != "total")}
    presence = {**layout.options.get(PRESENCE, {}), str(seat): said}
    return _with_presence(layout, {key: stay for key, stay in presence.items() if stay})


def _with_presence(layout: GameLayout, presence: Mapping[str, Any]) -> GameLayout:
    options = {key: value for key, value in layout.options.items() if key != PRESENCE}
    return replace(layout, options={**options, PRESENCE: presence} if presence else options)


def _renumbered(layout: GameLayout, number: int, by: int) -> GameLayout:
    """Return a layout with a hand more or less (``by``) at this place, so that all play what they played.

    Someone who joined for the hand at this place plays the one inserted, too.
    """
    if layout.options.get(PLAYED_ON, 0) >= number:
        options = {**layout.options, PLAYED_ON: layout.options[PLAYED_ON] + by}
        layout = replace(layout, options=options)
    if PRESENCE not in layout.options:
        return layout
    presence = {
        seat: {
            key: at + by if key != "total" and at >= number + (key == "from") else at
            for key, at in stay.items()
        }
        for seat, stay in layout.options[PRESENCE].items()
    }
    return _with_presence(layout, presence)


def insert_hand(sheet: Sheet, number: int, raw: Entry) -> PlayEdit:
    """Return what the play becomes with a hand inserted before hand ``number``. Raises Refused."""
    refuse_too_many(len(sheet.entries) + 1, sheet.setup)
    new = StoredHand(NEW, number, as_text(raw), True)
    rows = (*sheet.rows[: number - 1], new, *sheet.rows[number - 1 :])
    layout = _renumbered(GameLayout.of(sheet.play, sheet.rows), number, 1)
    return _judged(sheet, INSERTED, NEW, rows, layout, number=number)


def remove_hand(sheet: Sheet, number: int) -> PlayEdit:
    """Return what the play becomes without a hand. Raises Refused."""
    gone = sheet.rows[number - 1]
    rest = (*sheet.rows[: number - 1], *sheet.rows[number:])
    # The last hand keeps its number: the next one that is entered takes its place.
    last = gone.number == sheet.last
    rows = (*sheet.rows[: number - 1], gone._replace(entry=None), *sheet.rows[number:]) if last else rest
    layout = GameLayout.of(sheet.play, sheet.rows)
    return _judged(sheet, REMOVED, gone.id, rows, layout if last else _renumbered(layout, number, -1))


def remove_refused(sheet: Sheet) -> PlayEdit:
    """Return what the play becomes without the hands that today's rules refuse."""
    gone, layout = sheet.refused, GameLayout.of(sheet.play, sheet.rows)
    for row in reversed(gone):
        layout = _renumbered(layout, row.number, -1)
    rest = [row for row in sheet.rows if row not in gone]
    is_open = Sheet(sheet.play, rest).is_open
    return _judged(sheet, REMOVED, gone[0].id, tuple(rest), layout, is_open=is_open)


def restore_removed(sheet: Sheet, hand_id: int) -> PlayEdit:
    """Return what the play becomes with a removed hand where it was. Raises Refused or Conflict."""
    history = hand_history(hand_id)
    kept = next((revision for revision in reversed(history) if revision.entry is not None), None)
    noun = sheet.setup.game.hand_noun
    if kept is None or kept.play_id != sheet.play.id or history[-1].entry is not None:
        raise Conflict(Say("There is no {hand} to restore.", hand=noun))
    if not kept.complete and (sheet.bidding is not None or sheet.result.ending):
        words = "There is already another {hand} in progress, or the game is over."
        raise Conflict(Say(words, hand=noun))
    refuse_too_many(len(sheet.entries) + kept.complete, sheet.setup)
    rest = [row for row in sheet.rows if row.id != hand_id]
    place = _place_of(sheet, hand_id, rest) if kept.complete else len(sheet.entries)
    back = StoredHand(hand_id, place + 1, kept.entry, kept.complete)
    layout = GameLayout.of(sheet.play, sheet.rows)
    if kept.complete and place < len(sheet.entries):
        layout = _renumbered(layout, place + 1, 1)
    return _judged(sheet, RESTORED, hand_id, (*rest[:place], back, *rest[place:]), layout)


def move_hand(sheet: Sheet, number: int, to: int) -> PlayEdit:
    """Return what the play becomes with hand ``number`` as hand ``to``. Raises Refused."""
    rows = list(sheet.rows)
    moved = rows.pop(number - 1)
    rows.insert(to - 1, moved)
    layout = _renumbered(GameLayout.of(sheet.play, sheet.rows), number, -1)
    return _judged(sheet, MOVED, moved.id, tuple(rows), _renumbered(layout, to, 1))


def swap_names(sheet: Sheet, seats: tuple[Seat, Seat], first: int, last: int) -> PlayEdit:
    """Return what the play becomes with two players' names exchanged in some hands. Raises Refused."""
    setup, (one, other) = sheet.setup, seats
    labels = list(range(setup.table.n))
    labels[one], labels[other] = other, one

    def swapped(row: StoredHand) -> StoredHand:
        if row.entry is None or not row.complete or not first <= row.number <= last:
            return row
        return relabelled(row, setup, labels)

    rows = tuple(map(swapped, sheet.rows))
    changed = [row for row, before in zip(rows, sheet.rows, strict=True) if row != before]
    if not changed:
        words = "There is nothing to swap: {names} is not named there."
        raise Refused([Problem("players", Say(words, names=Or(*setup.names(seats))))])
    players = sheet.play.seats[one].player_id, sheet.play.seats[other].player_id
    return _judged(sheet, SWAPPED, changed[0].id, rows, swap=Swap(players, first, last))


def change_settings(sheet: Sheet, settings: Settings) -> PlayEdit:
    """Return what the play becomes with other settings; figures go where their seats go. Raises Refused."""
    now = GameLayout.of(sheet.play, sheet.rows)
    seats = tuple(SeatedPlayer(seat.player_id, seat.name) for seat in settings.seats)
    layout = replace(now, options=settings.options, dealer=settings.dealer, seats=seats)
    moved_to = tuple(_inverse([seat.place for seat in settings.seats]))
    rows = tuple(relabelled(row, sheet.setup, moved_to) for row in sheet.rows)
    edit = _judged(sheet, CHANGED, None, rows, layout, moved_to)
    if settings.options.get(RECIPE) != sheet.play.options.get(RECIPE):
        _refuse_bid(sheet, edit)
    return edit


def under_rules(sheet: Sheet, options: Mapping[str, Any]) -> tuple[PlayEdit, Mapping[int, Refused]]:
    """Return what the play would have become under other house rules, without the hands that these refuse.

    With it comes why they refuse each of them, by its number. That the table played on after an end by its
    own rules says nothing about the end by others. Raises Refused if the rules don't fit the table.
    """
    now = GameLayout.of(sheet.play, sheet.rows)
    layout = replace(now, options={key: value for key, value in options.items() if key != PLAYED_ON})
    result, refused = scored(layout.key(False, False), ()), dict[int, Refused]()
    for number, entry in enumerate(sheet.entries, start=1):
        if result.ending:
            break
        try:
            result = engine.extend(result, entry_in(entry))
        except Refused as why:
            refused[number] = why
            layout = _renumbered(layout, len(result.hands) + 1, -1)
            result = replace(result, setup=scored(layout.key(False, False), ()).setup)
    rows = [row for row in sheet.rows if row.number not in refused]
    return _judged(sheet, CHANGED, None, tuple(rows), layout, is_open=False), refused


def _refuse_bid(sheet: Sheet, edit: PlayEdit) -> None:
    """Raise Refused if the hand in progress is not possible in a game by another recipe."""
    bid = next((row for row in edit.rows if not row.complete and row.entry is not None), None)
    if bid is None:
        return
    game = edit.result.setup.game
    try:
        if game.bidding is None:
            raise Refused([Problem("entry", Say("Nothing is asked before the play any more."))])
        engine.read_bidding(edit.result.setup, edit.result.state, entry_in(bid.entry), bid.number)
    except Refused as refused:
        raise no_longer_possible(refused, sheet.setup, bid.number) from None


def undo_edit(sheet: Sheet) -> PlayEdit:
    """Return what the play becomes without its newest change. Raises Conflict if there is none."""
    newest = sheet.newest
    if newest is None:
        raise Conflict(Say("There is nothing to undo."))
    before = contents_before(with_consequences(newest.id))
    now, kept = GameLayout.of(sheet.play, sheet.rows), json.loads(newest.layout or "{}")
    layout = now.before(newest.layout)
    # Someone who joined or was there again has the last seat, and the others keep theirs.
    joined = len(layout.seats) != len(now.seats)
    back = tuple(range(len(now.seats)) if joined else _inverse(seats_after(kept, len(now.seats))))
    stored = {row.id: row for row in sheet.rows}
    rows = []
    for number, hand_id in enumerate(layout.order, start=1):
        known = stored.get(hand_id) or StoredHand(hand_id, number, None, True)
        entry, complete = before.get(hand_id, known[2:])
        rows.append(relabelled(StoredHand(hand_id, number, entry, complete), sheet.setup, back))
    is_open = kept.get("open", sheet.is_open)
    return _judged(sheet, UNDONE, newest.hand_id, tuple(rows), layout, back, swap_in(kept), is_open=is_open)


def _judged(
    sheet: Sheet,
    action: str,
    about: int | None,
    rows: tuple[StoredHand, ...],
    layout: GameLayout | None = None,
    moved_to: tuple[Seat, ...] = (),
    swap: Swap | None = None,
    number: int = 0,
    is_open: bool | None = None,
) -> PlayEdit:
    """Return the edit that makes a play have these hands, without those that no longer count.

    Raises Refused. No hand ends it if it ``is_open``, by default as the sheet is; the other arguments are the
    attributes of PlayEdit.
    """
    layout = layout or GameLayout.of(sheet.play, sheet.rows)
    key = layout.key(sheet.stopped, sheet.is_open if is_open is None else is_open)
    numbers = {row.id: row.number for row in sheet.rows if row.complete and row.entry is not None}
    hands = [row for row in rows if row.complete and row.entry is not None]
    was = tuple(numbers.get(row.id, 0) for row in hands)
    entries = [row.entry for row in hands if row.entry is not None]
    try:
        # If the game ends earlier, hands after its end do not count.
        result = scored_to_the_end(key, entries)
    except Refused as refused:
        first = refused.problems[0].hand
        if first is None:
            raise
        raise _refused_hand(sheet, refused, was[first - 1]) from None
    last = len(result.hands)
    if not all(was[last : last + 1]):
        # The hand that is new would be the first after the end, which is refused.
        scored(key, entries[: last + 1])
    late = {row.id for row in hands[last:]}
    if result.ending:
        # Nor does the bid of the hand in progress.
        late |= {row.id for row in rows if not row.complete}
    counting = tuple(
        row._replace(number=place, entry=None if row.id in late else row.entry)
        for place, row in enumerate(rows, start=1)
    )
    laid_out = replace(layout, order=tuple(row.id for row in rows))
    moved_to = moved_to or tuple(range(sheet.setup.table.n))
    return PlayEdit(action, about, counting, laid_out, result, last, number, was, moved_to, swap)


def _refused_hand(sheet: Sheet, refused: Refused, number: int) -> Refused:
    """Return the refusal of a change after which a hand, known by its number, is not possible."""
    return no_longer_possible(refused, sheet.setup, number) if number else refused


def _place_of(sheet: Sheet, hand_id: int, rest: Sequence[StoredHand]) -> int:
    """Return how many hands come before a removed one: those that did when it was removed."""
    order = [row.id for row in sheet.rows]
    if hand_id not in order:
        kept = (json.loads(change.layout or "{}").get("order", ()) for change in sheet.changes())
        order = next((ids for ids in kept if hand_id in ids), order)
    earlier = order[: order.index(hand_id)] if hand_id in order else order
    numbers = [place for place, row in enumerate(rest, start=1) if row.id in earlier]
    return min(max(numbers, default=0), len(sheet.entries))


def relabelled(row: StoredHand, setup: Setup, labels: Sequence[Seat]) -> StoredHand:
    """Return a hand, given for the seats of this setup, for the seats that these become."""
    entry = entry_in(row.entry)
    if not entry or list(labels) == [*range(setup.table.n)]:
        return row
    return row._replace(entry=as_text(relabelled_hand(setup, entry, labels, row.complete)))


def _inverse(order: Sequence[Seat]) -> list[Seat]:
    """Return the other way round: where each place is found among these."""
    return [order.index(place) for place in range(len(order))]
