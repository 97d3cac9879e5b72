"""Claims as pages show them: what the table says of the next hand, and which hands aren't right."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from scorekeeper.rules.claims import (
    Asked,
    Claims,
    doubt,
    figure_alone,
    figures_at,
    figures_of_player,
    figures_to_ask,
    say_figure,
    with_claims,
)
from scorekeeper.rules.entries import Entry, Halves, at
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import NOTHING, Amount, And, Argument, Counted, Numbered, Parts, Row, Say
from scorekeeper.rules.strokes import Strokes
from scorekeeper.rules.table import Seat
from scorekeeper.rules.words import COIN, POINT, TRICK, short_names, text_width
from scorekeeper.store.database import db
from scorekeeper.store.devices import say_who
from scorekeeper.store.models import Claim, Revision
from scorekeeper.store.plays.change_log import change_log
from scorekeeper.store.plays.claims import claims_of_saved_hands, figures_claimed
from scorekeeper.store.plays.sheet import Sheet, digest
from scorekeeper.store.plays.stored_hands import StoredHand, entry_in
from scorekeeper.web.clubs import access
from scorekeeper.web.drawings.strokes import MOST_STROKES, StrokesDrawing, draw_strokes
from scorekeeper.web.forms.entry_form import from_json
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.widgets import DASH
from scorekeeper.web.plays.own_figures import OwnFigure, own_figures
from scorekeeper.web.plays.panels import due_panel, panel_entries
from scorekeeper.web.plays.sheet_page import SheetPage

SHORT = 9
"""The letters of a name for which the bar has room."""


class Answer(NamedTuple):
    """What was said in a column of the totals.

    Attributes:
        seats, names: who is there.
        said: each figure that is asked there; empty as long as nobody gave it.
        drawing: the only one as strokes; None without.
    """

    seats: Sequence[Seat]
    names: Sequence[str]
    said: Sequence[str]
    drawing: StrokesDrawing | None


class TableQuestion:
    """The question to the table about the hand in progress.

    Attributes:
        asked: the figures that players are asked for.
        uid: the id of the question; None if the table is not asked.
        claims: what was said of these figures.
    """

    def __init__(self, page: SheetPage) -> None:
        self.page, self.panel = page, due_panel(page, "")
        is_due = self.panel == "play" or (self.panel == "whole" and page.game.bidding is None)
        setup, state = page.setup, page.result.state
        self.table = setup.table_for(state)
        self.asked = figures_to_ask(setup, state, page.sheet.bidding) if is_due else {}
        self.uid = next((one.uid for one in page.claims if one.uid), None) if self.asked else None
        said = figures_claimed(page.claims) if self.uid else {}
        self.claims: Claims = {
            name: {place: said[name][place] for place in {*one.places.values()} & said[name].keys()}
            for name, one in self.asked.items()
            if name in said
        }

    @property
    def may_begin(self) -> bool:
        """Return whether someone besides the keeper has a figure, and nobody is asked yet."""
        return self.uid is None and len({seat for one in self.asked.values() for seat in one.places}) > 1

    @property
    def doubt(self) -> Argument:
        """What is wrong with the answers, or who is missing; nothing if the table isn't asked."""
        if not self.uid:
            return NOTHING
        return doubt(self.asked, self.claims, self.table) or Say("Everyone has answered.")

    @property
    def proposal(self) -> dict[str, Any]:
        """What was said, as a part of the hand's JSON."""
        return with_claims(self.page.game, {}, self.claims)

    @property
    def filled_in(self) -> Typed:
        """The form of the hand with it, and with what is known and default."""
        known = self.page.sheet.bidding or self.page.setup.prefill(self.page.result.state)
        return self._typed(with_claims(self.page.game, known, self.claims))

    def _typed(self, entry: Mapping[str, Any]) -> Typed:
        return from_json(panel_entries(self.page.game, self.panel), entry, self.page.table)

    @property
    def figures(self) -> str:
        """The fields with what was said, as JSON."""
        return json.dumps(self._typed(self.proposal).to_dict())

    @property
    def answers(self) -> list[Answer]:
        """What was said, by the columns of the totals."""
        rows = [self._in_columns(name, one) for name, one in self.asked.items()]
        return [
            Answer(
                column.seats,
                column.names,
                [words for words, _ in said if words is not None],
                said[0][1] if len(rows) == 1 else None,
            )
            for column, *said in zip(self.page.columns, *rows, strict=True)
        ]

    def _in_columns(self, name: str, asked: Asked) -> Iterator[tuple[str | None, StrokesDrawing | None]]:
        """Yield a figure of each column and its strokes; the figure is None where nobody is asked for it."""
        said, setup = self.claims.get(name, {}), self.page.setup
        names = setup.game.stroke_entries(self.table)
        bids = self.page.bidding.bid_by_seat if self.page.bidding and len(names) == 1 else {}
        times = 2 if isinstance(asked.count, Halves) else 1
        for column in self.page.columns:
            places = [asked.places[seat] for seat in column.seats if seat in asked.places]
            given = [said[place] for place in places if place in said]
            drawing = None
            is_drawn = name in names and at(asked.count.high, self.table) * times <= MOST_STROKES
            if is_drawn and given and None not in given:
                bid = [bids[seat] * times for seat in column.seats if seat in bids]
                drawing = draw_strokes(Strokes(int(sum(given) * times), sum(bid) if bid else None))
            yield (self._say(asked.entry, given) if places else None), drawing

    def _say(self, entry: Entry, given: Sequence[Any]) -> str:
        """Return what the players of a column gave, with what it counts if several figures are asked."""
        if len(self.asked) > 1:
            return str(Row(*(say_figure(entry, one) for one in given)))
        return str(Row(*(DASH if one is None else figure_alone(entry, one) for one in given)))

    def of_owner(self, wrong: Sequence[Problem]) -> list[OwnFigure]:
        """Return what this phone's owner is asked, with what was ``wrong``; nothing if they can't answer."""
        seat = access.own_seat(self.page.sheet.play)
        if seat is None or not self.uid or not access.may_answer(self.page.sheet.play):
            return []
        return own_figures(self.asked, seat, self.proposal, self.table, self.uid, wrong, in_brief=True)


@dataclass(frozen=True)
class FlaggedHand:
    """A hand that isn't right, as some of its players say.

    Attributes:
        number, called: which hand it is: "hand 7".
        shown: a token of what the hand is now, for the forms about it.
        said: who says so, in order, and what it should say instead: "4 tricks, not 5"; empty if they don't.
        newest: differs for everything that is said.
        is_own: whether this phone's owner is one of them.
        questions: what they may add.
    """

    number: int
    called: Say
    shown: str
    said: Sequence[tuple[str, Parts]]
    newest: int
    is_own: bool
    questions: Sequence[OwnFigure]

    @property
    def sentences(self) -> list[Say]:
        """Who says what, without full stops: "Bea says hand 7 is wrong: 4 tricks, not 5"."""
        return [
            Say("{name} says {hand} is wrong: {figures}", name=name, hand=self.called, figures=figures)
            if figures
            else Say("{name} says {hand} is wrong", name=name, hand=self.called)
            for name, figures in self.said
        ]

    @property
    def marks(self) -> tuple[Say, ...]:
        """The same for the row of the hand: "Bea: 4 tricks, not 5"."""
        wrong = Say("not right")
        return tuple(Say("{name}: {said}", name=name, said=figures or wrong) for name, figures in self.said)

    @property
    def in_brief(self) -> Say:
        """The newest of these claims as the bar has room for it."""
        names = [name for name, _ in self.said]
        brief = short_names(names)[-1] if text_width(names[-1]) > SHORT else names[-1]
        return Say("{name} says {hand} is wrong", name=brief, hand=self.called)


class OwnLine(NamedTuple):
    """What a hand brought this phone's owner, who may say that it isn't right.

    Attributes:
        number: the hand.
        words: "Hand 7: you took 5 tricks and scored 5".
        shown: a token of what the hand is now.
    """

    number: int
    words: Say
    shown: str


def token_of(row: StoredHand) -> str:
    """Return a token of a hand as it is now."""
    return f"{row.id}.{digest([row.entry or ''])}"


def figures_of_hand(sheet: Sheet, row: StoredHand) -> dict[str, Asked]:
    """Return the figures of a hand that players have."""
    entry, before = entry_in(row.entry), sheet.score(sheet.entries[: row.number - 1], False)
    if not entry or sheet.setup.game.kind(entry) is not sheet.setup.game.hand:
        return {}
    return figures_to_ask(sheet.setup, before.state, entry)


def flagged_hands(page: SheetPage, wrong: Sequence[Problem] = ()) -> list[FlaggedHand]:
    """Return the hands that aren't right, as someone says, in order, with what was ``wrong`` in a form."""
    found: dict[StoredHand, list[Claim]] = {}
    rows = {row.id: row for row in page.sheet.rows if row.complete and row.entry is not None}
    for one in page.claims:
        if one.hand_id in rows:
            found.setdefault(rows[one.hand_id], []).append(one)
    return [_flagged(page, row, some, wrong) for row, some in found.items()]


def _flagged(
    page: SheetPage, row: StoredHand, some: Sequence[Claim], wrong: Sequence[Problem]
) -> FlaggedHand:
    play, entry, shown = page.sheet.play, entry_in(row.entry), token_of(row)
    seat = access.own_seat(play) if access.may_answer(play) else None
    own = [one for one in some if seat is not None and one.player_id == play.seats[seat].player_id]
    asked = figures_of_hand(page.sheet, row) if own else {}
    rest = {name: one for name, one in asked.items() if name not in own[0].figures}
    return FlaggedHand(
        number=row.number,
        called=Numbered(page.game.hand_noun, row.number),
        shown=shown,
        said=[(one.player.name, say_claim(page.game, one.figures, entry)) for one in some],
        newest=some[-1].id,
        is_own=bool(own),
        questions=own_figures(rest, seat, entry, page.table, shown, wrong) if seat is not None else [],
    )


def own_line(page: SheetPage, flagged: Sequence[FlaggedHand], number: int = 0) -> OwnLine | None:
    """Return what a hand brought this phone's owner, by default the last one.

    None if there is none, if all play together, or if they can't say that it isn't right or have done so.
    """
    sheet, number = page.sheet, number or len(page.result.hands)
    seat, row = access.own_seat(sheet.play), sheet.row(number) if number else None
    if row is None or seat is None or not access.may_answer(sheet.play) or sheet.play.deleted_at:
        return None
    is_flagged = any(one.is_own for one in flagged if one.number == number)
    if is_flagged or page.setup.is_together or seat not in page.table.at(number).here:
        return None
    return OwnLine(number, _own_words(page, row, seat), token_of(row))


def _own_words(page: SheetPage, row: StoredHand, seat: Seat) -> Say:
    """Return a player's figures of a hand, and what they scored, won or lost."""
    score, asked = page.result.hands[row.number - 1].scores[seat], figures_of_hand(page.sheet, row)
    figures = [
        (asked[name].entry, figure)
        for name, own in figures_of_player(seat, asked, entry_in(row.entry)).items()
        for figure in own.values()
    ]
    # Of several figures, those that are 0 say nothing.
    told = [one for one in figures if one[1] != 0] or figures[:1]
    said = [say_figure(*one) for one in told]
    if page.setup.unit != "coins":
        # Not a figure alone on a line.
        gained = Say("scored\N{NO-BREAK SPACE}{score}", score=score)
    else:
        gained = Say("lost {coins}" if score < 0 else "won {coins}", coins=Counted(abs(score), COIN))
    if not said or said == [Amount(score, POINT)]:
        words = "{Hand}: you {gained}"
    elif any(entry.counts == TRICK for entry, _ in told):
        words = "{Hand}: you took {figures} and {gained}"
    else:
        words = "{Hand}: you {gained} with {figures}"
    hand = Numbered(page.game.hand_noun, row.number)
    return Say(words, hand=hand, gained=gained, figures=And(*said))


def say_claim(game: Game[Any, Any], figures: Claims, saved: Mapping[str, Any]) -> Parts:
    """Return what a hand should say, and what it says: "4 tricks, not 5"; empty if nobody said."""
    found, entries = list[Argument](), game.entries[game.hand]
    for name, own in figures.items():
        for place, figure in own.items():
            said = say_figure(entries[name], figure)
            was = [one for one in figures_at(place, name, entries[name], saved) if one != figure]
            rest = [Say("{said}, not {was}", said=said, was=figure_alone(entries[name], one)) for one in was]
            found += rest or [said]
    return Parts(*found)


def tell_claims(page: SheetPage, row: StoredHand | None = None) -> list[tuple[datetime, Say]]:
    """Return when someone said that hands of a game, or this one, are right or not, and in which words.

    They are oldest first: "Bea (iPhone) said that hand 7 is wrong: 4 tricks, not 5".
    """
    found = [one for one in claims_of_saved_hands(page.sheet) if row is None or one.hand_id == row.id]
    changes, told = [] if row or not found else [*change_log(page.sheet)], []

    def called(claim: Claim, at: datetime) -> Say:
        """Return what a hand was called at a time."""
        noun = page.game.hand_noun
        if row:
            return Say("this {noun}", noun=noun.one)
        before = next((change.after for change in changes if change.row.at <= at), None)
        number = before.number_of(claim.hand_id or 0) if before else 0
        return Numbered(noun, number) if number else Say("a removed {noun}", noun=noun.one)

    for one in found:
        saved = db.session.get_one(Revision, one.revision_id)
        figures = say_claim(page.game, one.figures, entry_in(saved.entry))
        words = "{who} said that {hand} is wrong: {figures}" if figures else "{who} said that {hand} is wrong"
        who = say_who(one.device)
        told.append((one.at, Say(words, who=who, hand=called(one, one.at), figures=figures)))
        if one.settled_at and one.settled_on is not None:
            who, hand = say_who(one.settled_on), called(one, one.settled_at)
            told.append((one.settled_at, Say("{who} said that {hand} is right", who=who, hand=hand)))
    # Several claims are settled by one tap.
    return sorted(dict.fromkeys(told), key=itemgetter(0))
