"""Games and nights with what is worked out about them, as the API and tables publish them."""

from collections.abc import Sequence
from typing import Any, TypeVar

from scorekeeper.files.documents import (
    GameDocument,
    HandDocument,
    Link,
    Message,
    NightDocument,
    ReasonDocument,
    SeatResult,
)
from scorekeeper.files.exporting import from_row, load_scoresheet
from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Hand, Played, merge_lines
from scorekeeper.rules.labels import relabelled_sheet
from scorekeeper.rules.saying import Say, as_document
from scorekeeper.rules.table import Setup, Table
from scorekeeper.store.clubs.people import person_of
from scorekeeper.store.history.archive import ArchivedNight
from scorekeeper.store.models import Play
from scorekeeper.store.plays.plays import plays_of_nights
from scorekeeper.store.plays.sheet import Sheet, scoresheet_json, setup_of

G = TypeVar("G", bound=GameDocument)


def listed_game(play: Play) -> GameDocument:
    """Return a game without its hands, as lists have it."""
    return game_document(GameDocument, play, setup_of(play, play.seats))


def game_document(kind: type[G], play: Play, setup: Setup | None, **more: Any) -> G:
    """Return a game with this setup, without its hands unless they are among what is said besides."""
    sheet = scoresheet_json(play, play.seats, [], play.stopped)
    results = (
        from_row(SeatResult, chair, player=Link(person_of(chair.player).uid), name=chair.name)
        for chair in play.seats
    )
    known = {
        "sheet": relabelled_sheet(sheet, setup, setup.table.players) if setup else sheet,
        "results": tuple(results),
        "table": play.table.name if play.table else "",
        "night": play.night.uid,
        "game": play.game,
        "title": title_of(play.game, play.options),
        "unit": setup.unit if setup else None,
    }
    return from_row(kind, play, **known | {"seats": ()} | more)


def game_in_full(play: Play) -> GameDocument:
    """Return a game with all its hands."""
    sheet, whole = Sheet.of(play), {"sheet": load_scoresheet(play.id)}
    if not sheet.can_be_scored:
        return game_document(GameDocument, play, None, **whole)
    result = sheet.result
    hands = tuple(hand_document(result, played) for played in result.hands)
    more: dict[str, Any] = {"target": result.setup.target, "hands": hands}
    if ending := result.ending:
        more |= {"early": ending.early, "why": str(ending.why), "reason": message(ending.why)}
    return game_document(GameDocument, play, result.setup, **whole, **more)


def message(said: Say) -> Message:
    """Return what is said for programs."""
    return Message(as_document(said))


def bid_fields(table: Table[Any], hand: Hand | None) -> dict[str, Any]:
    """Return who took on a hand, with whom and for how much; None for each where nobody did, or not yet."""
    player, bid, partner = (hand.call if hand else None) or (None, None, None)
    bidder, helper = (None if seat is None else table.players[seat] for seat in (player, partner))
    return {"bidder": bidder, "bid": bid, "partner": helper}


def hand_document(result: Result, played: Played) -> HandDocument:
    """Return a hand with its score, and why it is that."""
    game, there = result.setup.game, result.setup.table.at(played.number)
    return HandDocument(
        number=played.number,
        dealer=there.players[played.dealer],
        description=str(game.describe(there, played)),
        outcome_text=str(game.outcomes[played.outcome].words),
        trump=getattr(played.hand, "trump", None) or None,
        scores=tuple(score if seat in there.here else None for seat, score in enumerate(played.scores)),
        totals=tuple(total if seat in there.arrived else None for seat, total in enumerate(played.totals)),
        note=played.hand.note,
        **bid_fields(there, played.hand),
        outcome=played.outcome,
        because=tuple(
            ReasonDocument(
                players=tuple(there.names(seats)),
                amount=line.amount,
                why=str(line.why),
                reason=message(line.why),
            )
            for seats, line in merge_lines(played.lines)
        ),
        summary=str(result.setup.summary(played)),
    )


def night_documents(archived: Sequence[ArchivedNight]) -> tuple[NightDocument, ...]:
    """Return nights with their games, the first one first."""
    games: dict[int, list[Play]] = {one.night.id: [] for one in archived}
    for play in reversed(plays_of_nights([*games])):
        if play.deleted_at is None and not play.is_empty:
            games[play.night_id].append(play)
    return tuple(
        from_row(
            NightDocument,
            one.night,
            games=tuple(map(listed_game, games[one.night.id])),
            players=tuple(one.names),
            ending=one.night.ending or "",
        )
        for one in archived
    )
