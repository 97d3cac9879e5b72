"""Adding what an import plan says to a club, a transaction for each night, or for each part of a long one.

What was interrupted is finished by importing the same file again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from scorekeeper.domain import FROM_COUNT, StorageError
from scorekeeper.files.club_file import ClubFile
from scorekeeper.files.documents import (
    CoinsDocument,
    GameDocument,
    HandChange,
    NightDocument,
    OwnGameDocument,
    SeatResult,
)
from scorekeeper.files.file_people import PersonPlan
from scorekeeper.files.planning import ImportPlan, NightPlan
from scorekeeper.rules.labels import relabelled_hand, relabelled_rules
from scorekeeper.rules.saying import And, Say
from scorekeeper.rules.table import Setup
from scorekeeper.store.clubs.clubs import normalize_name
from scorekeeper.store.clubs.merging import update_person_ids
from scorekeeper.store.database import Base, db, new_uid
from scorekeeper.store.live.versions import raise_access_version, raise_game_versions, raise_versions
from scorekeeper.store.models import (
    Chair,
    Club,
    Guest,
    HandRow,
    Night,
    OwnGame,
    Play,
    Player,
    Revision,
    Transfer,
)
from scorekeeper.store.plays.change_log import relabelled_layout
from scorekeeper.store.plays.changes import keep_searched
from scorekeeper.store.plays.stored_hands import as_text
from scorekeeper.store.text_order import fold
from scorekeeper.store.time_zones import known_zone, local

PlayerIds: TypeAlias = Mapping[str, int]
"""The ids of players by their names in the file."""

B = TypeVar("B", bound=Base)

WORDS_OF_1_0 = {"Our table": "", "From the count": FROM_COUNT}
"""What version 1.0 wrote into rows and files as words, and is a key now."""

MOST_AT_ONCE = 20
"""Games that are added in one transaction: others can save nothing until it ends."""

SHOWN = 5
"""The number of nights a message names."""


class Interrupted(Exception):
    """Raised where the database failed after some nights were added; says how to go on."""

    def __init__(self, done: Sequence[datetime]) -> None:
        nights = And(*(f"{at:%-d %B %Y}" for at in done[-SHOWN:]))
        rest, words = len(done) - SHOWN, "{number} earlier nights, {nights}"
        already = Say(words, number=rest, nights=nights) if rest > 0 else nights
        said = (
            "The database can’t be written any more. Already in: {nights}. Import the same file again to add "
            "the rest; nothing is added twice."
        )
        super().__init__(str(Say(said, nights=already)))


class ClubChanged(Exception):
    """Raised where others have changed a club so that what was planned can't be added any more."""


def apply_import(
    plan: ImportPlan, club: Club, file: ClubFile, next_step: Callable[[], None] = lambda: None
) -> list[int]:
    """Add what the club doesn't have yet, and return the ids of the nights that gained something.

    ``next_step`` ends a transaction and begins the next. The last one is left to be committed.
    Raises ClubChanged, after which it must not be.
    """
    club.given_name = WORDS_OF_1_0.get(plan.name, plan.name) or club.given_name
    club.made_at = plan.made_at or club.made_at
    club_id = club.id
    # There may be players in the file and no nights.
    raise_access_version(club_id)
    night_ids: list[int] = []
    begun: list[datetime] = []
    committed = 0
    try:
        player_ids = _import_people(plan.people, club_id)
        _import_own_games(plan.own_games, club_id)
        persons = _persons(club_id)
        for wanted, night in zip(plan.nights, file.nights(), strict=True):
            if not wanted.adds_anything:
                continue
            for number, part in enumerate(_parts(wanted.with_hands(night))):
                if begun or number:
                    next_step()
                    committed = len(begun)
                    now_persons = _persons(club_id)
                    if any(now_persons.get(each) != persons[each] for each in player_ids.values()):
                        raise ClubChanged
                joins = replace(part, existing_id=night_ids.pop()) if number else part
                night_ids.append(_import_night(joins, club_id, player_ids))
            begun.append(local(wanted.night.started_at, night.time_zone))
    except IntegrityError as error:
        # The same file was imported there between two steps.
        raise ClubChanged from error
    except StorageError as error:
        if committed:
            raise Interrupted(begun[:committed]) from error
        raise
    return night_ids


def _import_own_games(own_games: Sequence[OwnGameDocument], club_id: int) -> None:
    for own in own_games:
        name, folded = normalize_name(own.name)
        db.session.add(_row_of(OwnGame, own, club_id=club_id, name=name, folded=folded))


def _import_people(people: Sequence[PersonPlan], club_id: int) -> dict[str, int]:
    """Add the players that the club doesn't have yet, and return everyone's id by their name in the file."""
    ids = {plan.person.name: plan.existing_id for plan in people if plan.existing_id is not None}
    new: list[tuple[PersonPlan, Player]] = []
    for plan in people:
        if plan.existing_id is None:
            name, folded = normalize_name(plan.name)
            uid = plan.person.uid or new_uid()
            player = _row_of(Player, plan.person, club_id=club_id, uid=uid, name=name, folded=folded)
            new.append((plan, player))
    db.session.add_all(player for _, player in new)
    db.session.flush()
    ids |= {plan.person.name: player.id for plan, player in new}
    for plan, player in new:
        if plan.person.merged_into is not None:
            player.merged_into_id = ids[plan.person.merged_into]
    if any(player.merged_into_id for _, player in new):
        update_person_ids(club_id)
    return ids


def _persons(club_id: int) -> dict[int, int | None]:
    """Return which player each player of a club was merged into."""
    rows = db.session.execute(select(Player.id, Player.person_id).where(Player.club_id == club_id))
    return {row.id: row.person_id for row in rows}


def _parts(plan: NightPlan) -> Iterator[NightPlan]:
    """Yield what a club lacks of a night in parts, each for a transaction; the first has its coins."""
    new = plan.new_games
    yield replace(plan, games=new[:MOST_AT_ONCE])
    for first in range(MOST_AT_ONCE, len(new), MOST_AT_ONCE):
        yield replace(plan, games=new[first : first + MOST_AT_ONCE], coins=())


def _import_night(plan: NightPlan, club_id: int, player_ids: PlayerIds) -> int:
    """Add a night with its guests, games and coins, or what the club's night lacks; return its id."""
    night_id = plan.existing_id or _add_night(plan.night, club_id, player_ids)
    here = set(db.session.scalars(select(Guest.player_id).where(Guest.night_id == night_id)))
    # The players of a bare scoresheet were there too.
    seated = () if plan.night.uid else [name for game in plan.new_games for name in game.game.seats]
    guests = dict.fromkeys(player_ids[name] for name in (*plan.night.guests, *seated))
    db.session.add_all(Guest(night_id=night_id, player_id=each) for each in guests if each not in here)
    for game in plan.new_games:
        _import_game(game.game, club_id, night_id, player_ids)
    db.session.add_all(_transfer(coins, night_id, player_ids) for coins in plan.coins)
    db.session.flush()
    raise_versions(night_id)
    raise_game_versions(night_id)
    return night_id


def _add_night(document: NightDocument, club_id: int, player_ids: PlayerIds) -> int:
    night = _row_of(
        Night,
        document,
        club_id=club_id,
        uid=document.uid or new_uid(),
        time_zone=known_zone(document.time_zone),
        searched=fold(document.note),
        banker_id=None if document.banker is None else player_ids[document.banker],
        ending=document.ending or None,
    )
    db.session.add(night)
    db.session.flush()
    return night.id


def _import_game(game: GameDocument, club_id: int, night_id: int, player_ids: PlayerIds) -> None:
    """Add a game with its seats, its hands as they are now, and every change of them."""
    play = _add_play(game, club_id, night_id, player_ids)
    hand_ids = _add_hands(game, play.id)
    assert game.result
    changes = [
        _row_of(
            Revision,
            change,
            play_id=play.id,
            hand_id=None if change.hand is None else hand_ids[change.hand],
            entry=_stored_entry(game.result.setup, change),
            layout=_stored_layout(change, hand_ids, player_ids),
        )
        for change in game.changes
    ]
    db.session.add_all(changes)
    db.session.flush()
    for change, row in zip(game.changes, changes, strict=True):
        if change.along is not None:
            row.with_id = changes[change.along - 1].id
    keep_searched([play.id])


def _add_play(game: GameDocument, club_id: int, night_id: int, player_ids: PlayerIds) -> Play:
    assert game.result
    setup, sheet, results = game.result.setup, game.sheet, _results(game)
    play = _row_of(
        Play,
        game,
        club_id=club_id,
        night_id=night_id,
        uid=game.uid or new_uid(),
        game=sheet["game"],
        options=relabelled_rules(setup, sheet.get("options", {}), range(setup.table.n)),
        dealer=setup.dealer,
        stopped=sheet.get("finished", False),
        edition=game.edition or None,
        seats=[
            _row_of(Chair, results[place], place=place, player_id=player_ids[name])
            for place, name in enumerate(game.seats)
        ],
    )
    db.session.add(play)
    db.session.flush()
    return play


def _add_hands(game: GameDocument, play_id: int) -> dict[int, int]:
    """Add the hands of a game as their newest changes left them, and return their ids by their numbers."""
    assert game.result
    newest = {change.hand: change for change in game.changes if change.hand is not None}
    hands = {
        number: HandRow(
            play_id=play_id,
            number=None if number in game.apart else number,
            entry=_stored_entry(game.result.setup, change),
            complete=change.complete,
        )
        for number, change in sorted(newest.items())
    }
    db.session.add_all(hands.values())
    db.session.flush()
    return {number: hand.id for number, hand in hands.items()}


def _results(game: GameDocument) -> Sequence[SeatResult]:
    """Return what each seat keeps of the result: what the file says or, without it, what the engine gives."""
    assert game.result
    result, ending = game.result, game.result.ending
    if game.results:
        return game.results
    if ending is None:
        return [SeatResult(total=None, won=None) for _ in game.seats]
    return [
        SeatResult(total=total, payout=payout, won=place in ending.winners)
        for place, (total, payout) in enumerate(zip(result.totals, result.payout, strict=True))
    ]


def _stored_entry(setup: Setup, change: HandChange) -> str | None:
    """Return a hand after a change as it is stored, with seats; None if the change removed it."""
    if change.entry is None:
        return None
    return as_text(relabelled_hand(setup, change.entry, range(setup.table.n), change.complete))


def _stored_layout(change: HandChange, hand_ids: Mapping[int, int], player_ids: PlayerIds) -> str | None:
    """Return what a change kept of the layout as it is stored, with ids; None if it kept nothing."""
    if change.layout is None:
        return None
    return as_text(relabelled_layout(change.layout, hand_ids.__getitem__, player_ids.__getitem__))


def _transfer(coins: CoinsDocument, night_id: int, player_ids: PlayerIds) -> Transfer:
    return _row_of(
        Transfer,
        coins,
        night_id=night_id,
        giver_id=None if coins.giver is None else player_ids[coins.giver],
        taker_id=None if coins.taker is None else player_ids[coins.taker],
        earlier_uid=coins.earlier or None,
        note=WORDS_OF_1_0.get(coins.note, coins.note),
    )


def _row_of(model: type[B], document: Any, **others: Any) -> B:
    """Return a row with what a document has under the names of its columns, and with what it has not."""
    names = {field.name for field in fields(document)} & {*model.__table__.columns.keys()} - {*others}
    return model(**{name: getattr(document, name) for name in names}, **others)
