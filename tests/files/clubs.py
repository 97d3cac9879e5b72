"""Small clubs in which anything may have happened."""

import contextlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from scorekeeper.domain import POSTING_KINDS
from scorekeeper.files.club_file import club_parts
from scorekeeper.files.documents import NightDocument
from scorekeeper.files.exporting import export_club
from scorekeeper.files.schema import read_document, write_document
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.problems import Refused
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.merging import CannotMerge, merge
from scorekeeper.store.coins.bank import posting_fault
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Night, OwnGame, Player, Transfer
from scorekeeper.store.nights.nights import add_guest, new_night
from scorekeeper.store.nights.tables import new_table, table_called
from scorekeeper.store.plays import commands, edits
from scorekeeper.store.plays.change_log import GameLayout, SeatedPlayer
from scorekeeper.store.plays.edits import Seating, Settings
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Conflict, Sheet
from tests.rules.sheets import by_seat
from tests.rules.strategies import sheets

PHONE = "Ann’s phone"
SOME = ("coralon", "thief", "up-and-down", "tally", "whist", "lansquenet", "tarock", "ship-captain-crew")
"""Games with a bidding and without, for points and coins, alone and in partnerships."""

NOTES = st.sampled_from(["", "Bea had all the locks", 'e\u0301te\u0301 ≠ \u2028 "', "line\nline"])
STEPS = st.lists(
    st.sampled_from(
        [
            *("take back", "bring back", "undo", "bid", "correct", "stop", "delete"),
            *("insert", "remove", "move", "swap", "settings", "join", "leave"),
        ]
    ),
    min_size=1,
    max_size=6,
)


OWN_GAMES: st.SearchStrategy[tuple[str, dict[str, Any]]] = st.sampled_from(
    [
        ("Skat", {}),
        ("Þrír", {"lowest_wins": True, "target": 500}),
        ("Carcassonne", {"columns": [{"name": "towns"}, {"name": "territory", "weight": 2}]}),
    ]
)


def club_file(club: Club) -> bytes:
    """Return the file of a club, of which every night is as its document says it should be."""
    document, nights = export_club(club)
    exported = list(nights)
    assert exported == [read_document(NightDocument, write_document(night)) for night in exported]
    return b"".join(club_parts(document, exported))


@st.composite
def clubs(draw: st.DrawFn) -> Club:
    """Return a club with some nights, written to the database."""
    club = new_club(draw(st.sampled_from(["Ours", "Þrír", "=1+1"])))
    ann, old = (get_or_create_player(club, name) for name in ("Ann", "Grandma"))
    old.hidden_at = now()
    for name, options in draw(st.lists(OWN_GAMES, unique_by=lambda game: game[0], max_size=2)):
        db.session.add(OwnGame(club_id=club.id, name=name, folded=name.lower(), options=options))
    before = ["0" * 32]  # of another machine
    for _ in range(draw(st.integers(0, 2))):
        night = new_night(club)
        night.note, night.currency = draw(NOTES), draw(st.sampled_from(["", "kr"]))
        night.coin_value, night.valued_coins = draw(st.none() | st.integers(0, 500)), draw(st.integers(1, 9))
        night.deleted_at = draw(st.none() | st.just(now()))
        db.session.flush()
        add_guest(night, ann)
        for sheet in draw(st.lists(sheets([CATALOGUE[key] for key in SOME], least=1, most=3), max_size=2)):
            played(draw, night, sheet)
        for _ in range(draw(st.integers(0, 2))):
            db.session.add(coins(draw, night, ann, old, before))
        before.append(night.uid)
    if draw(st.booleans()):
        # On the sheets of earlier games she is still called Ann.
        ann.name, ann.folded = "Anna", "anna"
    if draw(st.booleans()):
        for name in ("Bea", "Bee"):
            with contextlib.suppress(CannotMerge):
                merge(get_or_create_player(club, name), ann)
    db.session.commit()
    return club


def played(draw: st.DrawFn, night: Night, sheet: dict[str, Any]) -> None:
    """Play a game in which hands were entered, corrected, removed and restored."""
    names = [name.strip() for name in sheet["players"]]
    players = [get_or_create_player(night.club, name) for name in names]
    for player in players:
        add_guest(night, player)
    dealer = names.index(sheet.get("dealer", names[0]))
    seats = [player.id for player in players]
    sheet = by_seat(sheet)
    name = draw(st.sampled_from(["", "3", "Window"]))
    table = (table_called(night, name) or new_table(night, name)) if name else None
    table_id = table.id if table else None
    play = start_play(night.id, sheet["game"], sheet.get("options", {}), seats, dealer, table_id)
    play.note = draw(NOTES)
    for hand in sheet["hands"]:
        of = Sheet.of(play)
        commands.save_hand(of, commands.edit_hand(of, of.number, hand), PHONE)
    for step in draw(STEPS):
        # As in the next request: commands write columns past the object at hand.
        db.session.flush()
        db.session.expire(play)
        with contextlib.suppress(Conflict, Refused):
            do(step, Sheet.of(play), sheet["hands"])
    db.session.flush()
    db.session.expire(play)
    if sheet.get("finished") and not Sheet.of(play).result.ending:
        commands.end_play(Sheet.of(play))
    db.session.flush()


def turned_around(sheet: Sheet) -> Settings:
    """Return the settings with everyone one seat further, and a newcomer instead of the first player."""
    club = db.session.get_one(Night, sheet.play.night_id).club
    _, *rest = GameLayout.of(sheet.play, []).seats
    new = Seating(get_or_create_player(club, "Zoë").id, "Zoë", 0)
    return Settings(sheet.play.options, 0, [*(Seating(*seat, at) for at, seat in enumerate(rest, 1)), new])


def do(step: str, sheet: Sheet, hands: list[dict[str, Any]]) -> None:
    """Do one thing that people do to a sheet."""
    match step:
        case "take back":
            commands.remove_last_hand(sheet, PHONE)
        case "bring back":
            commands.restore_hand(sheet, PHONE)
        case "undo" if sheet.newest:
            commands.undo(sheet, PHONE)
        case "bid" if hands and (kind := sheet.setup.game.bidding):
            known = sheet.setup.game.entries[kind]
            commands.save_bidding(sheet, {k: v for k, v in hands[0].items() if k in known}, PHONE)
        case "join" if not sheet.result.ending:
            club = db.session.get_one(Night, sheet.play.night_id).club
            late = SeatedPlayer(get_or_create_player(club, "Late").id, "Late")
            commands.save_edit(sheet, edits.let_join(sheet, late, sheet.number, 0), PHONE)
        case "leave" if not sheet.result.ending:
            commands.save_edit(sheet, edits.let_leave(sheet, 0, len(sheet.entries)), PHONE)
        case "correct" if hands:
            commands.save_hand(sheet, commands.edit_hand(sheet, 1, {**hands[-1], "note": "corrected"}), PHONE)
        case "insert" if hands:
            commands.save_edit(sheet, edits.insert_hand(sheet, 1, hands[-1]), PHONE)
        case "remove" if sheet.entries:
            commands.save_edit(sheet, edits.remove_hand(sheet, 1), PHONE)
        case "move" if sheet.entries:
            commands.save_edit(sheet, edits.move_hand(sheet, 1, len(sheet.entries)), PHONE)
        case "swap" if sheet.entries:
            commands.save_edit(sheet, edits.swap_names(sheet, (0, 1), 1, len(sheet.entries)), PHONE)
        case "settings":
            commands.save_edit(sheet, edits.change_settings(sheet, turned_around(sheet)), PHONE)
        case "stop":
            commands.end_play(sheet)
        case "delete":
            commands.update_play(sheet.play.id, deleted_at=now())


def coins(
    draw: st.DrawFn, night: Night, one: Player, other: Player, earlier_nights: Sequence[str]
) -> Transfer:
    """Record coins or money that went from one player to another, perhaps from an earlier night."""
    in_money, earlier = draw(st.booleans()), draw(st.none() | st.sampled_from(earlier_nights))
    has_value, from_earlier = night.coin_value is not None, earlier is not None
    parties = [one.id, other.id, None]
    ways = [(kind, giver, taker) for kind in POSTING_KINDS for giver in parties for taker in parties]
    possible = [way for way in ways if not posting_fault(*way, in_money, has_value, from_earlier)]
    if not possible:
        in_money, earlier = False, None
        possible = [way for way in ways if not posting_fault(*way)]
    kind, giver, taker = draw(st.sampled_from(possible))
    entry = Transfer(
        night_id=night.id,
        device=PHONE,
        kind=kind,
        giver_id=giver,
        taker_id=taker,
        coins=draw(st.integers(1, 10**9)),
        in_money=in_money,
        earlier_uid=earlier,
        note=draw(NOTES),
        at=now() - timedelta(minutes=draw(st.integers(0, 90))),
    )
    if draw(st.booleans()):
        entry.removed_at, entry.removed_on = now(), PHONE
    return entry
