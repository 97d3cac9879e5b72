"""Adding what an import plan says to a club, a transaction for each night, or for each part of a long one.

What was interrupted is finished by importing the same file again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.domain import FROM_COUNT, StorageError
from scorekeeper.files.club_file import ClubFile
from scorekeeper.files.documents import (
    CoinsDocument,
    GameDocument,
    HandChange,
    NightDocument,
    OwnGameDocument,
    SeasonDocument,
    SeatResult,
)
from scorekeeper.files.file_people import PersonPlan
from scorekeeper.files.planning import ImportPlan, NightPlan
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.labels import relabelled_hand, relabelled_rules
from scorekeeper.rules.saying import Amount, Say
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import GAME, NIGHT
from scorekeeper.store.clubs.clubs import normalize_name
from scorekeeper.store.clubs.merging import update_person_ids
from scorekeeper.store.database import Base, db, new_uid
from scorekeeper.store.history.seasons import SeasonRules, row_to_keep
from scorekeeper.store.live.versions import raise_access_version, raise_game_versions, raise_night_versions
from scorekeeper.store.models import (
    Chair,
    Club,
    FileImport,
    GameTable,
    Guest,
    HandRow,
    Night,
    OwnGame,
    Play,
    Player,
    Revision,
    Season,
    Transfer,
)
from scorekeeper.store.plays.change_log import relabelled_layout
from scorekeeper.store.plays.changes import keep_searched
from scorekeeper.store.plays.stored_hands import as_text
from scorekeeper.store.text_order import fold
from scorekeeper.store.time_zones import known_zone
from scorekeeper.store.transactions import begin_writing, lock_of_club

PlayerIds: TypeAlias = Mapping[str, int]
"""The ids of players by their names in the file."""

Row: TypeAlias = dict[str, Any]
"""A new row: values by column."""


class Target(NamedTuple):
    """The ids of the club into which a file is imported, and of its import there; a whole club has none."""

    club_id: int
    import_id: int | None


Numbered: TypeAlias = Night | GameTable | Guest | Play | HandRow | Revision | Transfer

WORDS_OF_1_0 = {"Our table": "", "From the count": FROM_COUNT}
"""What version 1.0 wrote into rows and files as words, and is a key now."""

MOST_AT_ONCE = 20
"""Games that are added, or counted, in one transaction: others can save nothing until it ends."""


class Interrupted(Exception):
    """Raised where the database failed after some steps were committed; says how to go on."""

    def __init__(self, done: "ImportStep") -> None:
        said = (
            "The database can’t be written any more. Already in: {games} from {nights}. Import the same file "
            "again to add the rest; nothing is added twice."
        )
        nights = Amount(len(done.night_ids), NIGHT)
        super().__init__(str(Say(said, games=Amount(done.games, GAME), nights=nights)))


class ClubChanged(Exception):
    """Raised where others have changed a club so that what was planned can't be added any more."""


class ImportStep(NamedTuple):
    """What has been added so far.

    Attributes:
        games: how many games.
        night_ids: the ids of the nights that gained something.
        is_last: whether that is everything.
    """

    games: int
    night_ids: Sequence[int]
    is_last: bool


def apply_import(plan: ImportPlan, club: Club, file: ClubFile) -> Sequence[int]:
    """Add what the club doesn't have yet, and return the ids of the nights that gained something.

    Each step is committed but the last one, which is left to be. Raises ClubChanged, after which it must not
    be, and Interrupted.
    """

    def commit(step: ImportStep) -> None:
        if not step.is_last:
            db.session.commit()

    return [step.night_ids for step in import_in_steps(plan, club, file, commit)][-1]


def import_in_steps(
    plan: ImportPlan, club: Club, file: ClubFile, commit: Callable[[ImportStep], None]
) -> Iterator[ImportStep]:
    """Add what the club doesn't have yet, and yield each step after ``commit`` has committed it.

    The first one is part of the transaction that has begun. Each of the others begins one once what it adds
    has been read: scoring takes its time, in which others can save.
    Raises ClubChanged, after which nothing must be committed, and Interrupted.
    """
    club.given_name = WORDS_OF_1_0.get(plan.name, plan.name) or club.given_name
    club.made_at = plan.made_at or club.made_at
    club_id = club.id
    into = Target(club_id, None if plan.made_at else _begin_import(club_id))
    # There may be players in the file and no nights.
    raise_access_version(club_id)
    left = sum(1 for night in plan.nights if night.adds_anything for _ in _parts(night))
    night_ids: dict[str, int] = {}
    done = ImportStep(0, [], not left)
    try:
        player_ids = _import_people(plan.people, into)
        _import_own_games(plan.own_games, into)
        _import_seasons(plan.seasons, into, player_ids)
        persons = _persons(club_id)
        if done.is_last:
            commit(done)
            yield done
        for parts in _steps(plan, file):
            if done.night_ids:
                # Those who take the steps may have read something since the last one.
                db.session.rollback()
                begin_writing(lock_of_club(club_id))
                now_persons = _persons(club_id)
                if any(now_persons.get(each) != persons[each] for each in player_ids.values()):
                    raise ClubChanged
            _import_nights(parts, into, player_ids, night_ids)
            left -= len(parts)
            games = done.games + sum(len(part.games) for part in parts)
            step = ImportStep(games, [*night_ids.values()], not left)
            commit(step)
            done = step
            yield done
    except IntegrityError as error:
        # The same file was imported there between two steps.
        raise ClubChanged from error
    except StorageError as error:
        if done.night_ids:
            raise Interrupted(done) from error
        raise


def _begin_import(club_id: int) -> int:
    """Add an import, and return its id."""
    begun = FileImport(club_id=club_id)
    db.session.add(begun)
    db.session.flush()
    return begun.id


def _import_own_games(own_games: Sequence[OwnGameDocument], into: Target) -> None:
    for own in own_games:
        name, folded = normalize_name(own.name, LONGEST_TITLE)
        db.session.add(OwnGame(**_values(OwnGame, own, **into._asdict(), name=name, folded=folded)))


def _import_seasons(seasons: Sequence[SeasonDocument], into: Target, player_ids: PlayerIds) -> None:
    for one in seasons:
        rules = {rule.name: getattr(one, rule.name) for rule in fields(SeasonRules)}
        kept = [row_to_keep(player_ids[row.name], row) for row in one.kept] if one.closed_at else None
        db.session.add(Season(**_values(Season, one, **into._asdict(), rules=rules, kept=kept)))


def _import_people(people: Sequence[PersonPlan], into: Target) -> dict[str, int]:
    """Add the players that the club doesn't have yet, and return everyone's id by their name in the file."""
    ids = {plan.person.name: plan.existing_id for plan in people if plan.existing_id is not None}
    new: list[tuple[PersonPlan, Player]] = []
    for plan in people:
        if plan.existing_id is None:
            name, folded = normalize_name(plan.name)
            uid = plan.person.uid or new_uid()
            values = _values(Player, plan.person, **into._asdict(), uid=uid, name=name, folded=folded)
            new.append((plan, Player(**values)))
    db.session.add_all(player for _, player in new)
    db.session.flush()
    ids |= {plan.person.name: player.id for plan, player in new}
    for plan, player in new:
        if plan.person.merged_into is not None:
            player.merged_into_id = ids[plan.person.merged_into]
    if any(player.merged_into_id for _, player in new):
        update_person_ids(into.club_id)
    _bring_back(ids, into)
    return ids


def _bring_back(ids: PlayerIds, into: Target) -> None:
    """Let players whom only an import had added that was undone be those of this one, and hidden no more."""
    undone = select(Player).join(FileImport, FileImport.id == Player.import_id)
    undone = undone.where(Player.club_id == into.club_id, FileImport.undone_at.is_not(None))
    for player in db.session.scalars(undone):
        if player.id in ids.values():
            player.hidden_at, player.import_id = None, into.import_id


def _persons(club_id: int) -> dict[int, int | None]:
    """Return which player each player of a club was merged into."""
    rows = db.session.execute(select(Player.id, Player.person_id).where(Player.club_id == club_id))
    return {row.id: row.person_id for row in rows}


def _parts(plan: NightPlan) -> Iterator[NightPlan]:
    """Yield what a club lacks of a night in parts, none with too many games; the first has its coins."""
    new = plan.new_games
    yield replace(plan, games=new[:MOST_AT_ONCE])
    for first in range(MOST_AT_ONCE, len(new), MOST_AT_ONCE):
        yield replace(plan, games=new[first : first + MOST_AT_ONCE], coins=())


def _steps(plan: ImportPlan, file: ClubFile) -> Iterator[list[NightPlan]]:
    """Yield the parts of nights that are added in one transaction; no two are of one night."""
    step: list[NightPlan] = []
    for wanted, night in zip(plan.nights, file.nights(), strict=True):
        for part in _parts(wanted.with_hands(night)) if wanted.adds_anything else ():
            if sum(max(1, len(each.games)) for each in [*step, part]) > MOST_AT_ONCE:
                yield step
                step = []
            step.append(part)
    if step:
        yield step


def _import_nights(
    parts: Sequence[NightPlan], into: Target, player_ids: PlayerIds, night_ids: dict[str, int]
) -> None:
    """Add nights with their guests, games and coins, or what the club's nights lack.

    ``night_ids`` are the ids of the nights that have gained something, by their uids in the file.
    """
    known = {part.night.uid: part.existing_id or night_ids.get(part.night.uid) for part in parts}
    new = [part.night for part in parts if known[part.night.uid] is None]
    added = zip(new, _add_nights(new, into, player_ids), strict=True)
    here = {uid: night_id for uid, night_id in known.items() if night_id is not None}
    ids = here | {night.uid: night_id for night, night_id in added}
    night_ids |= ids
    _add_guests(parts, ids, player_ids, into)
    _add_games([(game.game, ids[part.night.uid]) for part in parts for game in part.games], into, player_ids)
    coins = [_transfer(each, ids[part.night.uid], player_ids) for part in parts for each in part.coins]
    _insert(Transfer, [coin | {"import_id": into.import_id} for coin in coins])
    raise_night_versions(ids.values())
    for night_id in here.values():
        raise_game_versions(night_id)


def _add_nights(nights: Sequence[NightDocument], into: Target, player_ids: PlayerIds) -> Sequence[int]:
    """Add nights without anything that happened there, and return their ids."""
    rows = [
        _values(
            Night,
            night,
            **into._asdict(),
            uid=night.uid or new_uid(),
            time_zone=known_zone(night.time_zone),
            searched=fold(night.note),
            banker_id=None if night.banker is None else player_ids[night.banker],
            ending=night.ending or None,
        )
        for night in nights
    ]
    return _insert(Night, rows)


def _add_guests(
    parts: Sequence[NightPlan], night_ids: Mapping[str, int], player_ids: PlayerIds, into: Target
) -> None:
    """Add who was there on these nights, as far as they aren't yet."""
    there = select(Guest.night_id, Guest.player_id).where(Guest.night_id.in_(night_ids.values()))
    known = {(row.night_id, row.player_id) for row in db.session.execute(there)}
    rows = []
    for part in parts:
        # The players of a bare scoresheet were there too.
        seated = () if part.night.uid else [name for game in part.games for name in game.game.seats]
        for player_id in dict.fromkeys(player_ids[name] for name in (*part.night.guests, *seated)):
            if (night_ids[part.night.uid], player_id) not in known:
                rows.append(
                    {
                        "night_id": night_ids[part.night.uid],
                        "player_id": player_id,
                        "import_id": into.import_id,
                    }
                )
    _insert(Guest, rows)


def _add_games(games: Sequence[tuple[GameDocument, int]], into: Target, player_ids: PlayerIds) -> None:
    """Add games to the nights with these ids: their seats, their hands as they are now, and every change."""
    tables = _add_tables(games)
    rows = [_play(game, into, night_id, tables.get((night_id, game.table))) for game, night_id in games]
    play_ids = _insert(Play, rows)
    added = [(game, play_id) for (game, _), play_id in zip(games, play_ids, strict=True)]
    seats = [seat for game, play_id in added for seat in _seats(game, play_id, player_ids)]
    if seats:
        db.session.execute(insert(Chair), seats)
    hands = [_hands(game, play_id) for game, play_id in added]
    hand_ids = iter(_insert(HandRow, [hand for of_game in hands for hand in of_game.values()]))
    ids = [{number: next(hand_ids) for number in of_game} for of_game in hands]
    changes = [
        change
        for (game, play_id), its_hands in zip(added, ids, strict=True)
        for change in _changes(game, play_id, its_hands, player_ids)
    ]
    change_ids = iter(_insert(Revision, changes))
    caused = []
    for game, _ in added:
        its_ids = [next(change_ids) for _ in game.changes]
        caused += [
            {"id": its_ids[number], "with_id": its_ids[change.along - 1]}
            for number, change in enumerate(game.changes)
            if change.along is not None
        ]
    if caused:
        db.session.execute(update(Revision), caused)
    keep_searched(play_ids)


def _add_tables(games: Sequence[tuple[GameDocument, int]]) -> dict[tuple[int, str], int]:
    """Add the tables of games that their nights lack, and return all by the night's id and their name."""
    wanted = dict.fromkeys((night_id, game.table) for game, night_id in games if game.table)
    if not wanted:
        return {}
    there = select(GameTable).where(GameTable.night_id.in_({night_id for night_id, _ in wanted}))
    known = {(table.night_id, table.name): table.id for table in db.session.scalars(there)}
    new = [key for key in wanted if key not in known]
    ids = _insert(GameTable, [{"night_id": night_id, "name": name} for night_id, name in new])
    return known | dict(zip(new, ids, strict=True))


def _play(game: GameDocument, into: Target, night_id: int, table_id: int | None) -> Row:
    assert game.result
    setup, sheet = game.result.setup, game.sheet
    return _values(
        Play,
        game,
        **into._asdict(),
        night_id=night_id,
        table_id=table_id,
        set_aside=game.set_aside or setup.table.n == 1,
        uid=game.uid or new_uid(),
        game=sheet["game"],
        options=relabelled_rules(setup, sheet.get("options", {}), range(setup.table.n)),
        dealer=setup.dealer,
        stopped=sheet.get("finished", False),
        edition=game.edition or None,
    )


def _seats(game: GameDocument, play_id: int, player_ids: PlayerIds) -> list[Row]:
    return [
        _values(Chair, result, play_id=play_id, place=place, player_id=player_ids[name])
        for place, (name, result) in enumerate(zip(game.seats, _results(game), strict=True))
    ]


def _hands(game: GameDocument, play_id: int) -> dict[int, Row]:
    """Return the hands of a game as their newest changes left them, by their numbers."""
    assert game.result
    newest = {change.hand: change for change in game.changes if change.hand is not None}
    return {
        number: {
            "play_id": play_id,
            "number": None if number in game.apart else number,
            "entry": _stored_entry(game.result.setup, change),
            "complete": change.complete,
        }
        for number, change in sorted(newest.items())
    }


def _changes(
    game: GameDocument, play_id: int, hand_ids: Mapping[int, int], player_ids: PlayerIds
) -> list[Row]:
    assert game.result
    return [
        _values(
            Revision,
            change,
            play_id=play_id,
            hand_id=None if change.hand is None else hand_ids[change.hand],
            entry=_stored_entry(game.result.setup, change),
            layout=_stored_layout(change, hand_ids, player_ids),
        )
        for change in game.changes
    ]


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


def _transfer(coins: CoinsDocument, night_id: int, player_ids: PlayerIds) -> Row:
    return _values(
        Transfer,
        coins,
        night_id=night_id,
        giver_id=None if coins.giver is None else player_ids[coins.giver],
        taker_id=None if coins.taker is None else player_ids[coins.taker],
        earlier_uid=coins.earlier or None,
        note=WORDS_OF_1_0.get(coins.note, coins.note),
    )


def _values(model: type[Base], document: Any, **others: Any) -> Row:
    """Return a row with what a document has under the names of its columns, and with what it has not."""
    names = {field.name for field in fields(document)} & {*model.__table__.columns.keys()} - {*others}
    return {name: getattr(document, name) for name in names} | others


def _insert(model: type[Numbered], rows: Sequence[Row]) -> Sequence[int]:
    """Insert rows, all with the same columns, and return their ids in the same order."""
    added = insert(model).returning(model.id, sort_by_parameter_order=True)
    return db.session.scalars(added, rows).all() if rows else []
