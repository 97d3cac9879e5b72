"""Whether the games of a file can have been played: the engine scores them all, and believes no result."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.exchange.documents import Change, ClubFile, Game, Night
from scorekeeper.exchange.errors import BadFile, Flaw, Place
from scorekeeper.rules import declare, engine
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import Setup


def judged(file: ClubFile) -> ClubFile:
    """The file with every game scored and every change with its entry. Raises BadFile."""
    nights = []
    for number, night in enumerate(file.nights, start=1):
        place = (f"night {number} ({night.started_at:%-d %B %Y})",) if night.uid else ()
        nights.append(replace(night, games=_games(night, place)))
    return replace(file, nights=tuple(nights))


def _games(night: Night, place: Place) -> tuple[Game, ...]:
    games = []
    for number, game in enumerate(night.games, start=1):
        key = game.sheet.get("game")
        known = CATALOGUE.get(key) if isinstance(key, str) else None
        called = f"game {number} ({known.name})" if known else f"game {number}"
        games.append(_game(game, (*place, called) if game.uid else place))
    return tuple(games)


def _game(game: Game, place: Place) -> Game:
    try:
        result = engine.score(game.sheet)
    except Refused as refused:
        raise BadFile(
            Flaw(
                (*place, *([f"hand {problem.hand}"] if problem.hand else []), problem.field), problem.message
            )
            for problem in refused.problems
        ) from None
    hands = game.sheet["hands"]
    changes = _changes(game, hands, place)
    _compare(changes, hands, place)
    _check_entries(changes, hands, result.setup, place)
    if game.seats and len(game.seats) != result.setup.table.n:
        raise BadFile.because("“seats” must name as many players as the scoresheet.", place)
    over = game.ended_at or max((change.at for change in changes), default=game.started_at)
    return replace(
        game,
        seats=game.seats or result.setup.table.players,
        ended_at=over if result.ending else None,
        changes=changes,
        result=result,
    )


def _changes(game: Game, hands: Sequence[Mapping[str, Any]], place: Place) -> tuple[Change, ...]:
    """Every change with its entry; where none is told, the hands were entered one after another."""
    if not game.changes:
        return tuple(
            Change(hand=number, at=game.started_at, device="a file", entry=hand)
            for number, hand in enumerate(hands, start=1)
        )
    told = []
    for number, change in enumerate(game.changes, start=1):
        where = (*place, f"change {number}")
        if change.along is not None and (
            change.along >= number or game.changes[change.along - 1].along is not None
        ):
            raise BadFile.because("“along” must be the number of an earlier change.", where)
        if change.gone and change.entry is not None:
            raise BadFile.because("A hand that is gone has no “entry”.", where)
        if not change.gone and change.entry is None:
            if change.hand > len(hands):
                raise BadFile.because(f"Hand {change.hand} is not on the scoresheet.", where)
            change = replace(change, entry=hands[change.hand - 1])
        told.append(change)
    return tuple(told)


def _compare(changes: Sequence[Change], hands: Sequence[Mapping[str, Any]], place: Place) -> None:
    """Refuse changes that end in other hands than those on the scoresheet."""
    now = {change.hand: change for change in changes}
    for number in range(1, max(now, default=0) + 1):
        where = (*place, f"hand {number}")
        last = now.get(number)
        if last is None:
            raise BadFile.because("Nothing tells how it came to be.", where)
        if number <= len(hands):
            if not last.complete or last.entry != hands[number - 1]:
                raise BadFile.because("Its last change is not what stands on the scoresheet.", where)
        elif last.entry is not None and (last.complete or number > len(hands) + 1):
            raise BadFile.because("It is missing on the scoresheet.", where)
    if len(now) < len(hands):
        raise BadFile.because("Nothing tells how it came to be.", (*place, f"hand {len(now) + 1}"))


def _check_entries(
    changes: Sequence[Change], hands: Sequence[Mapping[str, Any]], setup: Setup, place: Place
) -> None:
    """Refuse what a hand never was: every earlier state of it can be shown, renamed and gone back to."""
    entered: set[int] = set()
    for number, change in enumerate(changes, start=1):
        where = (*place, f"change {number}", f"hand {change.hand}")
        if change.entry is None:
            if change.hand not in entered:
                raise BadFile.because("It is gone before it was entered.", where)
        elif change.hand > len(hands) or change.entry is not hands[change.hand - 1]:
            _check_entry(setup, change.entry, change.complete, where)
        entered.add(change.hand)


def _check_entry(setup: Setup, entry: Mapping[str, Any], complete: bool, place: Place) -> None:
    """Refuse a hand, or a bidding, that could never be, whatever hands were before it."""
    game = setup.game
    kind = game.kind(entry) if complete else game.bidding
    if kind is None:
        raise BadFile.because(f"In {game.name} nothing is known of a hand before it is played.", place)
    _, problems = declare.read(game.entries[kind], entry, setup.table, partial(game.has_no_entry, kind))
    if problems:
        raise BadFile(Flaw((*place, problem.field), problem.message) for problem in problems)
