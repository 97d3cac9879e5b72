"""Changing a whole play gives the sheet that was entered right the first time, in every game."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.engine import score
from scorekeeper.rules.labels import by_name
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play
from scorekeeper.store.plays import commands, edits
from scorekeeper.store.plays.change_log import GameLayout, SeatedPlayer
from scorekeeper.store.plays.changes import keep_result
from scorekeeper.store.plays.edits import PlayEdit, Seating, Settings
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.rules.sheets import by_seat
from tests.rules.strategies import hands, sheets
from tests.store.table import PHONE, enter, seated

SOME = settings(
    max_examples=settings().max_examples // 6,
    deadline=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
    ],
)

Change = tuple[dict[str, Any], Callable[[Sheet], PlayEdit]]
"""The scoresheet that a change should give, and how it is worked out."""


def stored(night: Night, sheet: dict[str, Any]) -> Play:
    """Return a play into which a scoresheet was entered hand by hand."""
    names = sheet["players"]
    seats = [get_or_create_player(night.club, name).id for name in names]
    dealer = set_up({**sheet, "hands": []}).dealer
    written = by_seat(sheet)
    play = start_play(night.id, sheet["game"], written.get("options", {}), seats, dealer)
    enter(play, *written["hands"])
    if sheet.get("finished"):
        # Also one that its rules have ended, as a file may say.
        commands.update_play(play.id, stopped=True)
        ended = Sheet.of(db.session.get_one(Play, play.id, populate_existing=True))
        keep_result(ended.play, ended.result)
    db.session.commit()
    return play


def on_paper(play: Play) -> dict[str, Any]:
    """Return the scoresheet of a play as it is exported."""
    db.session.expire_all()
    sheet = Sheet.of(play)
    return by_name({**sheet.as_json(play.stopped), "hands": [json.loads(entry) for entry in sheet.entries]})


def until_its_end(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return a scoresheet without the hands after its end. Rejects one that could not be played."""
    for length in range(len(sheet["hands"]), -1, -1):
        try:
            score(shorter := {**sheet, "hands": sheet["hands"][:length]})
        except Refused as refused:
            # Only a hand after the end of the game is left out; any other one is refused.
            over = refused.problems[0]
            assume(over.field == "hands" and over.hand == length)
        else:
            return shorter
    raise AssertionError


def renumbered(sheet: dict[str, Any], number: int, by: int) -> dict[str, Any]:
    """Return a sheet on which players join and leave with the same hands, with one more or less here."""
    options = sheet.get("options", {})
    if "presence" not in options:
        return sheet
    there = {}
    for name, stay in options["presence"].items():
        there[name] = {**stay}
        if stay.get("from", 0) > number:
            there[name]["from"] += by
        if "to" in stay and stay["to"] >= number:
            there[name]["to"] += by
    return {**sheet, "options": {**options, "presence": there}}


@st.composite
def inserted(draw: st.DrawFn, sheet: dict[str, Any]) -> Change:
    played = sheet["hands"]
    number = draw(st.integers(1, len(played) + 1))
    before = score({**sheet, "hands": played[: number - 1], "finished": False})
    assume(before.ending is None)
    new = draw(hands(before.setup.game, before.setup.table_for(before.state), before.state))
    right = [*played[: number - 1], new, *played[number - 1 :]]
    return {**renumbered(sheet, number, 1), "hands": right}, lambda stored: edits.insert_hand(
        stored, number, seated(stored.setup, new)
    )


@st.composite
def removed(draw: st.DrawFn, sheet: dict[str, Any]) -> Change:
    number = draw(st.integers(1, len(sheet["hands"])))
    right = [hand for at, hand in enumerate(sheet["hands"], start=1) if at != number]
    if number < len(sheet["hands"]):
        sheet = renumbered(sheet, number, -1)
    return {**sheet, "hands": right}, lambda stored: edits.remove_hand(stored, number)


@st.composite
def moved(draw: st.DrawFn, sheet: dict[str, Any]) -> Change:
    places = st.integers(1, len(sheet["hands"]))
    number, to = draw(places), draw(places)
    right = list(sheet["hands"])
    right.insert(to - 1, right.pop(number - 1))
    sheet = renumbered(renumbered(sheet, number, -1), to, 1)
    return {**sheet, "hands": right}, lambda stored: edits.move_hand(stored, number, to)


@st.composite
def swapped(draw: st.DrawFn, sheet: dict[str, Any]) -> Change:
    names, played = sheet["players"], sheet["hands"]
    one, other = draw(st.permutations(range(len(names))))[:2]
    first = draw(st.integers(1, len(played)))
    last = draw(st.integers(first, len(played)))
    instead = {names[one]: names[other], names[other]: names[one]}
    right = [exchanged(hand, instead) if first <= at <= last else hand for at, hand in enumerate(played, 1)]
    assume(right != played)
    return {**sheet, "hands": right}, lambda stored: edits.swap_names(stored, (one, other), first, last)


@st.composite
def seated_otherwise(draw: st.DrawFn, sheet: dict[str, Any]) -> Change:
    names, newcomer = sheet["players"], "Zoë"
    order = draw(st.permutations(range(len(names))))
    replaced = draw(st.none() | st.sampled_from(names))
    instead = {replaced: newcomer} if replaced else {}
    players = [instead.get(names[seat], names[seat]) for seat in order]
    dealer = draw(st.sampled_from(range(len(names))))
    right = {
        **sheet,
        "players": players,
        "dealer": players[dealer],
        "options": exchanged(sheet.get("options", {}), instead) | draw(other_target(sheet)),
        "hands": [exchanged(hand, instead) for hand in sheet["hands"]],
    }

    def change(stored: Sheet) -> PlayEdit:
        club = db.session.get_one(Night, stored.play.night_id).club
        seats = [
            Seating(get_or_create_player(club, str(name)).id, str(name), place)
            for name, place in zip(players, order, strict=True)
        ]
        options = by_seat({**right, "hands": []})["options"]
        return edits.change_settings(stored, Settings(options, dealer, seats))

    return right, change


def other_target(sheet: dict[str, Any]) -> st.SearchStrategy[dict[str, int]]:
    """Return another target, if the game has one, or nothing."""
    rules = set_up({**sheet, "hands": []}).game.house_rules
    fits = "target" in rules and "handicap" not in sheet.get("options", {})
    return st.fixed_dictionaries({}, optional={"target": st.integers(1, 30)} if fits else {})


@st.composite
def ruled_otherwise(draw: st.DrawFn, sheet: dict[str, Any]) -> Change:
    target = draw(other_target(sheet))
    assume(target)
    options = {**sheet.get("options", {}), **target}
    setup = set_up({**sheet, "hands": []})

    def change(stored: Sheet) -> PlayEdit:
        seats = [Seating(*seat, at) for at, seat in enumerate(GameLayout.of(stored.play, []).seats)]
        written = by_seat({**sheet, "options": options, "hands": []})["options"]
        return edits.change_settings(stored, Settings(written, setup.dealer, seats))

    return {**sheet, "options": options}, change


@st.composite
def joined(draw: st.DrawFn, sheet: dict[str, Any]) -> Change:
    newcomer, options = "Zoë", sheet.get("options", {})
    setup = set_up({**sheet, "hands": []})
    assume(not setup.game.why_closed(setup.table) and len(sheet["players"]) < setup.game.seats[-1])
    first = draw(st.integers(1, len(sheet["hands"]) + 1))
    total = draw(st.integers(-5, 5)) if setup.unit == "points" else 0
    assume(setup.target is None or total < setup.target)
    stay = {"from": first} | ({"total": total} if total else {})
    if stay != {"from": 1}:
        options = {**options, "presence": {**options.get("presence", {}), newcomer: stay}}
    right = {**sheet, "players": [*sheet["players"], newcomer], "options": options}

    def change(stored: Sheet) -> PlayEdit:
        club = db.session.get_one(Night, stored.play.night_id).club
        player = SeatedPlayer(get_or_create_player(club, newcomer).id, newcomer)
        return edits.let_join(stored, player, first, total)

    return right, change


@st.composite
def left(draw: st.DrawFn, sheet: dict[str, Any]) -> Change:
    options = sheet.get("options", {})
    who = draw(st.integers(0, len(sheet["players"]) - 1))
    name, last = sheet["players"][who], draw(st.integers(0, len(sheet["hands"])))
    there = options.get("presence", {})
    right = {
        **sheet,
        "options": {**options, "presence": {**there, name: {**there.get(name, {}), "to": last}}},
    }
    try:
        set_up({**right, "hands": []})
    except Refused:
        assume(False)
    return right, lambda stored: edits.let_leave(stored, who, last)


def exchanged(raw: Any, names: dict[str, str]) -> Any:
    """Return the JSON of a hand with other names, wherever they are."""
    match raw:
        case str():
            return names.get(raw, raw)
        case list():
            return [exchanged(each, names) for each in raw]
        case dict():
            # Notes are words; nobody is called by one of the keys of a hand.
            return {
                names.get(key, key): value if key == "note" else exchanged(value, names)
                for key, value in raw.items()
            }
    return raw


NOT_NAMES = {"bidders", "others"}
"""Players who are called like a side: their names mean two things on a sheet."""

PLAYED = sheets(least=1, most=4).filter(lambda sheet: not NOT_NAMES & {*sheet["players"]})
CHANGES = [inserted, removed, moved, swapped, seated_otherwise, ruled_otherwise, joined, left]


@pytest.mark.parametrize("kind", CHANGES, ids=[kind.__name__ for kind in CHANGES])
@SOME
@given(data=st.data())
def test_a_change_gives_the_sheet_that_was_entered_right(
    night: Night, kind: Callable[[dict[str, Any]], st.SearchStrategy[Change]], data: st.DataObject
) -> None:
    sheet = data.draw(PLAYED)
    right, change = data.draw(kind(sheet))
    right = until_its_end(right)
    play = stored(night, sheet)
    before = on_paper(play)
    assume(right != before)
    edit = change(Sheet.of(play))
    commands.save_edit(Sheet.of(play), edit, PHONE)
    db.session.commit()
    after = on_paper(play)
    expected = stored(night, right)
    assert after == on_paper(expected)
    assert edit.result == Sheet.of(play).result == Sheet.of(expected).result
    assert kept(play) == kept(expected)

    commands.undo(Sheet.of(play), PHONE)
    db.session.commit()
    assert on_paper(play) == before
    commands.undo(Sheet.of(play), PHONE)
    db.session.commit()
    assert on_paper(play) == after
    assert kept(play) == kept(expected)


def kept(play: Play) -> list[Any]:
    """Return what is kept of a play's result with its seats."""
    return [(seat.name, seat.player_id, seat.total, seat.won, seat.payout, seat.best) for seat in play.seats]
