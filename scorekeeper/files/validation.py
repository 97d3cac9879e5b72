"""Checking that the games of a file could have been played: the engine scores every one of them."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from scorekeeper.domain import FROM_FILE, IMPORTED, MAX_HANDS
from scorekeeper.files.documents import (
    ClubDocument,
    GameDocument,
    HandChange,
    NightDocument,
    OwnGameDocument,
)
from scorekeeper.files.schema import BadFile, Flaw, Location
from scorekeeper.rules import declare, engine
from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.final_result import FinalResult
from scorekeeper.rules.house import PLAYED_ON
from scorekeeper.rules.problems import Refused, Wrong
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.saying import NOTHING, Say
from scorekeeper.rules.sheet import find_game, scoresheet, set_up
from scorekeeper.rules.table import Setup

Entry: TypeAlias = Mapping[str, Any]


def check_own_games(club: ClubDocument) -> None:
    """Raise BadFile for an own game that could not be started."""
    for number, own in enumerate(club.own_games, start=1):
        _check_own_game(own, (f"own game {number} ({own.name})",))


def validated_night(night: NightDocument, number: int) -> NightDocument:
    """Return a night with every game scored and an entry in every change. Raises BadFile."""
    there = Say("night {number} ({day})", number=number, day=f"{night.started_at:%-d %B %Y}")
    return replace(night, games=_validated_games(night, (there,) if night.uid else ()))


def _check_own_game(own: OwnGameDocument, location: Location) -> None:
    """Raise BadFile for an own game that could not be started."""
    key = RECIPE if RECIPE in own.options else OWN_GAME
    options = own.options if key == RECIPE else {**own.options, "title": own.name}
    try:
        game = find_game(key, options)
        set_up(scoresheet(key, [f"Player {seat}" for seat in range(game.seats[0])], options))
    except Wrong as wrong:
        raise BadFile(Flaw(location, message) for message in wrong.messages) from None
    except Refused as refused:
        raise BadFile(
            Flaw((*location, problem.field), problem.message) for problem in refused.problems
        ) from None
    if not own.name.strip():
        raise BadFile.because(Say("An own game needs a name."), location)


def _validated_games(night: NightDocument, location: Location) -> tuple[GameDocument, ...]:
    games = []
    for number, game in enumerate(night.games, start=1):
        key = game.sheet.get("game")
        known = CATALOGUE.get(key) if isinstance(key, str) else None
        words = "game {number} ({name})" if known else "game {number}"
        part = Say(words, number=number, name=known.name if known else NOTHING)
        games.append(_validated_game(game, (*location, part) if game.uid else location))
    return tuple(games)


def _validated_game(game: GameDocument, location: Location) -> GameDocument:
    result = _score(game, location)
    kept = FinalResult.kept(game.results) if game.results else None
    hands = game.sheet["hands"]
    changes = _completed_changes(game, hands, location)
    _check_last_changes(changes, hands, game.apart, location)
    _check_entries(changes, hands, result.setup, location)
    if game.seats and len(game.seats) != result.setup.table.n:
        raise BadFile.because(Say("“seats” must name as many players as the scoresheet."), location)
    if game.results and (len(game.results) != result.setup.table.n or game.ended_at is None):
        raise BadFile.because(Say("“results” must have one for each seat of a finished game."), location)
    ended_at = game.ended_at or max((change.at for change in changes), default=game.started_at)
    return replace(
        game,
        seats=game.seats or result.setup.table.players,
        ended_at=ended_at if result.ending or kept else None,
        changes=changes,
        # The explanations of its hands take several times as much memory as the file.
        result=replace(kept.laid_over(result, game.edition == IMPORTED) if kept else result, hands=()),
    )


def _score(game: GameDocument, location: Location) -> engine.Result:
    hands = game.sheet.get("hands")
    if isinstance(hands, list) and len(hands) > MAX_HANDS:
        words = "A game can have at most {most} hands, not {hands}."
        raise BadFile.because(Say(words, most=f"{MAX_HANDS:,}", hands=f"{len(hands):,}"), location)
    of_other_rules = _is_of_other_rules(game)
    try:
        return engine.score(_open(game.sheet) if of_other_rules and not game.ended_at else game.sheet)
    except Refused as refused:
        if of_other_rules:
            with suppress(Refused):
                return engine.score({**game.sheet, "hands": []})
        flaws = []
        for problem in refused.problems:
            hand = (Say("hand {number}", number=problem.hand),) if problem.hand else ()
            flaws.append(Flaw((*location, *hand, problem.field), problem.message))
        raise BadFile(flaws) from None


def _is_of_other_rules(game: GameDocument) -> bool:
    """Return whether other rules than today's gave a finished game its result, or scored a running one."""
    key = game.sheet.get("game")
    known = CATALOGUE.get(key) if isinstance(key, str) else None
    has_result = bool(game.results) or game.ended_at is None
    return bool(has_result and known and game.edition not in ("", str(known.edition)))


def _open(sheet: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the scoresheet of a running game as one that no hand ends: its table decides."""
    options = sheet.get("options", {})
    return {**sheet, "options": {**options, PLAYED_ON: LARGEST}} if isinstance(options, Mapping) else sheet


def _completed_changes(
    game: GameDocument, hands: Sequence[Entry], location: Location
) -> tuple[HandChange, ...]:
    """Return every change with its entry; without changes, the hands were entered one after another."""
    if not game.changes:
        return tuple(
            HandChange(hand=number, at=game.started_at, device=FROM_FILE, entry=hand)
            for number, hand in enumerate(hands, start=1)
        )
    completed = []
    for number, change in enumerate(game.changes, start=1):
        where = (*location, Say("change {number}", number=number))
        cause = change.along
        if cause is not None and (cause >= number or game.changes[cause - 1].along is not None):
            raise BadFile.because(Say("“along” must be the number of an earlier change."), where)
        if change.hand is None:
            completed.append(replace(change, entry=None))
            continue
        if change.gone and change.entry is not None:
            raise BadFile.because(Say("A hand that is gone has no “entry”."), where)
        if not change.gone and change.entry is None:
            if change.hand > len(hands):
                raise BadFile.because(Say("Hand {hand} is not on the scoresheet.", hand=change.hand), where)
            change = replace(change, entry=hands[change.hand - 1])
        completed.append(change)
    return tuple(completed)


def _check_last_changes(
    changes: Sequence[HandChange], hands: Sequence[Entry], apart: Sequence[int], location: Location
) -> None:
    """Raise BadFile unless the last change of each hand gives the hand on the scoresheet."""
    last_changes = {change.hand: change for change in changes if change.hand is not None}
    for number in range(1, max(max(last_changes, default=0), len(hands)) + 1):
        where = (*location, Say("hand {number}", number=number))
        last = last_changes.get(number)
        if last is None:
            raise BadFile.because(Say("No change says how it was entered."), where)
        if number <= len(hands):
            if not last.complete or last.entry != hands[number - 1]:
                raise BadFile.because(Say("Its last change does not match the scoresheet."), where)
        elif last.entry is not None and (last.complete or number > len(hands) + 1 or number in apart):
            raise BadFile.because(Say("It is missing from the scoresheet."), where)


def _check_entries(
    changes: Sequence[HandChange], hands: Sequence[Entry], setup: Setup, location: Location
) -> None:
    """Raise BadFile for an earlier state that could never be: people can look at it and go back to it."""
    entered: set[int] = set()
    numbers = {change.hand for change in changes if change.hand}
    for number, change in enumerate(changes, start=1):
        hand = (Say("hand {number}", number=change.hand),) if change.hand else ()
        where = (*location, Say("change {number}", number=number), *hand)
        if not all(_is_layout(*part, numbers, setup.table.n) for part in (change.layout or {}).items()):
            raise BadFile.because(Say("Its “layout” can’t be read."), where)
        if change.hand is None:
            continue
        if change.entry is None:
            if change.hand not in entered:
                raise BadFile.because(Say("It was removed before it was entered."), where)
        elif change.hand > len(hands) or change.entry is not hands[change.hand - 1]:
            _check_entry(setup, change.entry, change.complete, where)
        entered.add(change.hand)


def _check_entry(setup: Setup, entry: Entry, complete: bool, location: Location) -> None:
    """Raise BadFile for a hand or a bid that could never be, whatever hands came before it."""
    game = setup.game
    kind = game.kind(entry) if complete else game.bidding
    if kind is None:
        raise BadFile.because(
            Say(
                "{game} has no bidding, so every {hand} must be complete.",
                game=game.name,
                hand=game.hand_noun,
            ),
            location,
        )
    _, problems = declare.read(game.entries[kind], entry, setup.table, partial(game.has_no_entry, kind))
    if problems:
        raise BadFile(Flaw((*location, problem.field), problem.message) for problem in problems)


def _is_layout(key: str, value: Any, hands: Collection[int], seats: int) -> bool:
    """Return whether a change can have kept this part of a layout.

    ``hands`` are the numbers of the game's hands in the file, ``seats`` is the number of players.
    """
    match key, value:
        case "order", [*order]:
            return _are_all(int, order) and {*order} <= {*hands} and len({*order}) == len(order)
        case "options", {}:
            return True
        case "open", bool():
            return True
        case "dealer", int():
            return _are_all(int, [value]) and 0 <= value < seats
        case "seats", [*found] if all(isinstance(seat, list) and len(seat) == 2 for seat in found):
            names, numbers = [seat[0] for seat in found], [seat[1] for seat in found]
            known = _are_all(str, names) and _are_all(int, numbers)
            # Someone may have joined since, or been there for a while by mistake.
            return known and sorted(numbers) == [*range(len(names))] and len({*names}) == len(names)
        case "swapped", [[str(), str()], first, last]:
            return _are_all(int, [first, last])
        case "result", {"edition": str(), "stopped": bool(), "seats": [*found]}:
            return len(value) == 3 and len(found) <= seats and all(map(_is_seat_result, found))
    return False


def _is_seat_result(seat: Any) -> bool:
    kinds = [type(each) for each in seat] if isinstance(seat, list) else []
    return kinds in ([int, bool, int, int], [int, bool, int, type(None)])


def _are_all(kind: type, values: Sequence[Any]) -> bool:
    return all(type(each) is kind for each in values)
