"""The people in a file, matched with the players of a club."""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import TypeAlias

from sqlalchemy import select

from scorekeeper.exchange.documents import (
    CoinsDocument,
    GameDocument,
    NightDocument,
)
from scorekeeper.exchange.errors import BadFile, Location
from scorekeeper.exchange.files import ClubFile
from scorekeeper.exchange.import_plan import PersonPlan
from scorekeeper.exchange.layouts import names_in_layout
from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.rules.words import listed
from scorekeeper.store.clubs.clubs import BadName, normalize_name
from scorekeeper.store.coins.faults import PostingFault, posting_fault
from scorekeeper.store.database import db
from scorekeeper.store.models import Player
from scorekeeper.store.transfer.file_own_games import UidsInClub

PersonKey: TypeAlias = int | str
"""Who someone is once merged players are one: a person's id in the club, or a new person's folded name."""

COIN_FAULTS = {
    PostingFault.STAKE_FROM_PLAYER: "A stake must come from the house.",
    PostingFault.HOUSE_TAKES_PART: "The house neither wins nor loses: name two players.",
}
"""What is wrong with coins whose kind is known and whose parties differ."""


class FilePeople:
    """The people in a file, matched with the players of a club.

    Attributes:
        people: everyone in the file.
        folded: each name of the file as names are compared.
        plans: everyone in the file by name, with the club's player.
        persons: who everyone in the file is once merged players are one.
        are_first: whether the club has no players yet.
    """

    def __init__(self, club_id: int, file: ClubFile, known: UidsInClub) -> None:
        rows = db.session.execute(
            select(Player.id, Player.folded, Player.person_id).where(Player.club_id == club_id)
        ).all()
        self.are_first = not rows
        self.people = file.club.players
        self.folded: dict[str, str] = {}
        taken: set[str] = set()
        for number, person in enumerate(self.people, start=1):
            self._add(person.name, taken, ("players",) if file.is_bare else (f"player {number}",))
        self.plans = self._match({row.folded: row.id for row in rows}, known)
        person_ids = {row.id: row.person_id or row.id for row in rows}
        self.persons = self._follow_merges(
            {
                name: person_ids[plan.existing_id]
                for name, plan in self.plans.items()
                if plan.existing_id is not None
            }
        )

    def _match(self, ids: Mapping[str, int], known: UidsInClub) -> dict[str, PersonPlan]:
        """Return everyone in the file with the player of the same uid, else of the same name; ids by name.

        Someone new whose name is that of another player gets a number behind it.
        """
        uids = {person.name: known[person.uid] if person.uid else ("", None) for person in self.people}
        found = {existing_id for _, existing_id in uids.values()}
        taken = set(ids)
        plans = {}
        for person in self.people:
            uid, existing_id = uids[person.name]
            name, folded = normalize_name(person.name)
            if existing_id is None and ids.get(folded) not in found:
                existing_id = ids.get(folded)
            if existing_id is None:
                copies = count(2)
                while folded in taken:
                    end = f" ({next(copies)})"
                    name, folded = normalize_name(person.name[: LONGEST_NAME - len(end)] + end)
                taken.add(folded)
            plans[person.name] = PersonPlan(person, uid, name, existing_id)
        return plans

    def check_night(self, night: NightDocument, location: Location) -> None:
        """Raise BadFile if a night names someone who is not among the players of the file."""
        self._check_names(night.guests, (*location, "guests"))
        if len(set(night.guests)) < len(night.guests):
            raise BadFile.because("“guests” names someone twice.", location)
        for number, coins in enumerate(night.coins, start=1):
            named = [name for name in (coins.giver, coins.taker) if name is not None]
            self._check_names(named, (*location, f"coins {number}", "players"))
        for number, game in enumerate(night.games, start=1):
            part = (*location, f"game {number}") if game.uid else location
            self._check_names(game.seats, (*part, "seats"))
            for change in game.changes:
                self._check_names(names_in_layout(change.layout), (*part, "changes"))

    def check_seats(self, game: GameDocument, location: Location) -> None:
        """Raise BadFile if someone would sit in two seats of a game."""
        seated: dict[PersonKey, list[str]] = {}
        for name in game.seats:
            seated.setdefault(self.persons[name], []).append(name)
        for names in seated.values():
            if len(names) > 1:
                same = f"{listed(names)} are the same person here and can’t have two seats."
                raise BadFile.because(same, (*location, "players"))

    def check_coins(self, coins: CoinsDocument, location: Location) -> None:
        """Raise BadFile for a payment that can't be, unless it was cancelled and no longer counts."""
        if coins.giver == coins.taker:
            raise BadFile.because("Coins must go from one to another.", location)
        if coins.removed_at is not None:
            return
        if fault := posting_fault(coins.kind, coins.giver, coins.taker):
            raise BadFile.because(COIN_FAULTS[fault], location)
        if coins.giver and coins.taker and self.persons[coins.giver] == self.persons[coins.taker]:
            same = f"{coins.giver} and {coins.taker} are the same person here and can’t pay themselves."
            raise BadFile.because(same, location)

    def _add(self, name: str, taken: set[str], location: Location) -> None:
        try:
            _, folded = normalize_name(name)
        except BadName as wrong:
            raise BadFile.because(str(wrong), location) from None
        if folded in taken:
            raise BadFile.because(f"{name} is there twice; two players need different names.", location)
        taken.add(folded)
        self.folded[name] = folded

    def _check_names(self, names: Iterable[str], location: Location) -> None:
        for name in names:
            if name not in self.folded:
                raise BadFile.because(f"{name} is not among the players of the file.", location)

    def _follow_merges(self, known: Mapping[str, int]) -> dict[str, PersonKey]:
        """Return the person behind each name; ``known`` are those of the club, by their names in the file."""
        merged_into = {person.name: person.merged_into for person in self.people}
        persons: dict[str, PersonKey] = {}
        for number, person in enumerate(self.people, start=1):
            location = (f"player {number}",)
            chain: dict[str, None] = {}
            name: str | None = person.name
            while name is not None and name not in persons:
                self._check_names([name], (*location, "merged_into"))
                if name in chain:
                    raise BadFile.because(f"{person.name} is merged into themselves.", location)
                chain[name] = None
                name = merged_into[name]
            end = None if name is None else persons[name]
            for each in reversed(chain):
                end = persons[each] = known.get(each, self.folded[each] if end is None else end)
        return persons
