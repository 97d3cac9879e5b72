"""The people in a file, matched with the players of a club."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias
from unicodedata import normalize

from sqlalchemy import select

from scorekeeper.files.club_file import ClubFile
from scorekeeper.files.documents import (
    CoinsDocument,
    GameDocument,
    NightDocument,
    PersonDocument,
)
from scorekeeper.files.schema import BadFile, Location
from scorekeeper.rules.saying import And, Say
from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.store.clubs.clubs import BadName, normalize_name
from scorekeeper.store.coins.bank import COST, OWED, PostingFault, posting_fault
from scorekeeper.store.database import db
from scorekeeper.store.models import Player
from scorekeeper.store.plays.change_log import names_in_layout

PersonKey: TypeAlias = int | str
"""Who someone is once merged players are one: a person's id in the club, or a new person's folded name."""

COIN_FAULTS = {
    PostingFault.SAME_PARTY: "Coins must go from one to another.",
    PostingFault.STAKE_FROM_PLAYER: "A stake must come from the house.",
    PostingFault.HOUSE_TAKES_PART: "The house neither wins nor loses: name two players.",
    PostingFault.NOT_IN_MONEY: "A {kind} can’t be in money, or coins have no value that night.",
    PostingFault.NOT_FROM_EARLIER: "A {kind} can’t come from an earlier night.",
}
"""What is wrong with coins whose kind is known."""


@dataclass(frozen=True)
class PersonPlan:
    """Someone in the file.

    Attributes:
        person: who it is.
        name: their name in the club, if they are new.
        existing_id: the id of the club's player; None for someone new.
        found_id: the same as long as nobody chooses another player.
        is_certain: whether the club's player is the same by their uid, so that there is nothing to choose.
    """

    person: PersonDocument
    name: str
    existing_id: int | None
    found_id: int | None
    is_certain: bool


class FilePeople:
    """The people in a file, matched with the players of a club.

    Attributes:
        folded: each name of the file as names are compared.
        plans: everyone in the file by name, with the club's player.
        persons: who everyone in the file is once merged players are one.
        are_first: whether the club has no players yet.
    """

    def __init__(
        self,
        club_id: int,
        file: ClubFile,
        known: Mapping[str, int],
        seated: Mapping[str, int],
        chosen: Mapping[str, int | None],
    ) -> None:
        """Match everyone.

        ``known`` are the ids of the club's players by uids, ``seated`` of those who have someone's seat in a
        game that the club has already, ``chosen`` of those that were chosen, None for a new one, these two by
        names in the file. Raises BadFile.
        """
        players = select(Player.id, Player.folded, Player.person_id).where(Player.club_id == club_id)
        rows = db.session.execute(players).all()
        self.are_first = not rows
        self.folded = _folded_names(file)
        ids = {row.folded: row.id for row in rows}
        person_ids: dict[int | None, int] = {row.id: row.person_id or row.id for row in rows}
        if not {*chosen.values()} <= {*ids.values(), None}:
            raise BadFile.because(
                Say("A player whom you chose is no longer in this club. Choose another one.")
            )
        self.plans = self._match(file.club.players, ids, known, seated, chosen, person_ids)
        self.persons = self._follow_merges(person_ids)

    def check_night(self, night: NightDocument, location: Location) -> None:
        """Raise BadFile if a night names someone who is not among the players of the file."""
        self.check_names(night.guests, (*location, "guests"))
        if len(set(night.guests)) < len(night.guests):
            raise BadFile.because(Say("“guests” names someone twice."), location)
        self.check_names([night.banker] if night.banker else [], (*location, "banker"))
        for number, coins in enumerate(night.coins, start=1):
            named = [name for name in (coins.giver, coins.taker) if name is not None]
            self.check_names(named, (*location, Say("coins {number}", number=number), "players"))
        for number, game in enumerate(night.games, start=1):
            part = (*location, Say("game {number}", number=number)) if game.uid else location
            self.check_names(game.seats, (*part, "seats"))
            for change in game.changes:
                self.check_names(names_in_layout(change.layout), (*part, "changes"))

    def check_seats(self, game: GameDocument, location: Location) -> None:
        """Raise BadFile if someone would sit in two seats of a game."""
        seated: dict[PersonKey, list[str]] = {}
        for name in game.seats:
            seated.setdefault(self.persons[name], []).append(name)
        for names in seated.values():
            if len(names) > 1:
                same = "{names} are the same person here and can’t have two seats."
                raise BadFile.because(Say(same, names=And(*names)), (*location, "players"))

    def check_coins(self, coins: CoinsDocument, has_value: bool, location: Location) -> None:
        """Raise BadFile for a payment that can't be, unless it was cancelled and no longer counts.

        ``has_value`` is whether coins have a value that night.
        """
        if coins.giver == coins.taker and coins.kind != COST:
            raise BadFile.because(Say(COIN_FAULTS[PostingFault.SAME_PARTY]), location)
        if coins.removed_at is not None:
            return
        is_earlier = bool(coins.earlier)
        fault = posting_fault(coins.kind, coins.giver, coins.taker, coins.in_money, has_value, is_earlier)
        if fault:
            raise BadFile.because(Say(COIN_FAULTS[fault], kind=coins.kind), location)
        if coins.giver is None or coins.taker is None or coins.kind in OWED:
            return
        if self.persons[coins.giver] == self.persons[coins.taker]:
            same = "{names} are the same person here and can’t pay themselves."
            raise BadFile.because(Say(same, names=And(coins.giver, coins.taker)), location)

    def _match(
        self,
        people: Iterable[PersonDocument],
        ids: Mapping[str, int],
        known: Mapping[str, int],
        seated: Mapping[str, int],
        chosen: Mapping[str, int | None],
        person_ids: Mapping[int | None, int],
    ) -> dict[str, PersonPlan]:
        """Return everyone in the file with the player of the same uid, else of their seat or the same name.

        ``ids`` are those of the club's players by folded name. Someone new whose name is that of another
        player gets a number behind it.
        """
        found: set[int | None] = {*known.values()}
        taken = set(ids)
        plans = {}
        for person in people:
            found_id = known.get(person.uid)
            is_certain = found_id is not None
            name, folded = normalize_name(person.name)
            if found_id is None:
                found_id = seated.get(person.name)
            if found_id is None and ids.get(folded) not in found:
                found_id = ids.get(folded)
                found.add(found_id)
            existing_id = found_id
            # Someone may have several names here; a person is chosen by one of them.
            if not is_certain and (choice := chosen.get(person.name, found_id)) != person_ids.get(found_id):
                existing_id = choice
            if existing_id is None:
                name, folded = next(pair for pair in numbered_names(person.name) if pair[1] not in taken)
                taken.add(folded)
            plans[person.name] = PersonPlan(person, name, existing_id, found_id, is_certain)
        return plans

    def check_names(self, names: Iterable[str], location: Location) -> None:
        """Raise BadFile for a name that is not among the players of the file."""
        for name in names:
            if name not in self.folded:
                raise BadFile.because(
                    Say("{name} is not among the players of the file.", name=name), location
                )

    def _follow_merges(self, person_ids: Mapping[int | None, int]) -> dict[str, PersonKey]:
        """Return the person behind each name of the file; ``person_ids`` are those of the club's players."""
        persons: dict[str, PersonKey] = {}
        for number, plan in enumerate(self.plans.values(), start=1):
            location = (Say("player {number}", number=number),)
            chain: dict[str, PersonPlan] = {}
            name: str | None = plan.person.name
            while name is not None and name not in persons:
                self.check_names([name], (*location, "merged_into"))
                if name in chain:
                    raise BadFile.because(
                        Say("{name} is merged into themselves.", name=plan.person.name), location
                    )
                chain[name] = self.plans[name]
                name = chain[name].person.merged_into
            end = None if name is None else persons[name]
            for each, known in reversed(chain.items()):
                if known.existing_id is not None:
                    end = person_ids[known.existing_id]
                elif end is None:
                    end = self.folded[each]
                persons[each] = end
        return persons


def _folded_names(file: ClubFile) -> dict[str, str]:
    """Return each name of a file as names are compared. Raises BadFile for a name that nobody can have.

    A scoresheet may have names that look the same, as long as they differ by more than case; the second one
    then counts as one with a number behind it.
    """
    folded_names: dict[str, str] = {}
    taken: set[str] = set()
    written: set[str] = set()
    for number, person in enumerate(file.club.players, start=1):
        location = ("players",) if file.is_bare else (Say("player {number}", number=number),)
        try:
            names = numbered_names(person.name)
            folded = next(folded for _, folded in names if folded not in taken)
        except BadName as wrong:
            raise BadFile.because(wrong.why, location) from None
        if (plain := normalize("NFC", person.name.casefold())) in written:
            raise BadFile.because(
                Say("{name} is there twice; two players need different names.", name=person.name), location
            )
        written.add(plain)
        taken.add(folded)
        folded_names[person.name] = folded
    return folded_names


def numbered_names(name: str, longest: int = LONGEST_NAME) -> Iterator[tuple[str, str]]:
    """Yield a name as ``normalize_name`` returns it, then the same with each number from 2 behind it."""
    yield normalize_name(name, longest)
    for number in count(2):
        end = f" ({number})"
        yield normalize_name(name[: longest - len(end)] + end, longest)
