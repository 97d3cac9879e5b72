"""What became of the evening: the book against the database, read back from a server started anew."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorekeeper.app import create_app
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from tests.rules.sheets import by_seat
from tests.soak.book import ClubBook, GameBook, NightBook
from tests.soak.phone import SoakPhone
from tests.web.table import totals


@dataclass
class Outcome:
    """What was found in the end.

    Attributes:
        acknowledged: hands that should be there.
        lost, doubled, wrong: in words.
    """

    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def check_club(self, club: ClubBook, phone: SoakPhone) -> None:
        """Compare a club, as a phone of it sees it."""
        for night in club.nights:
            self.check_night(night, phone.ask("GET", f"{night.address}/night.json").raw, phone)

    def check_night(self, night: NightBook, file: bytes, phone: SoakPhone) -> None:
        """Compare a night."""
        document = json_of(second_line(file))
        if document is None:
            self.lost.append(f"{night.address} can't be exported")
            return
        stored = document
        if stored.get("note", "") != night.note:
            self.wrong.append(f"{night.address}: the note is {stored.get('note')}, not {night.note}")
        self.check_coins(night, stored.get("coins", []))
        for game in night.games:
            sheet = phone.open(game.address)
            self.check_game(game, json_of(phone.download(f"{game.address}/scoresheet.json")))
            # A deleted game is shown to be restored, without its board.
            if not game.deleted and totals(sheet) != by_side(game):
                self.wrong.append(f"{game.address}: {totals(sheet)}, not {by_side(game)}")

    def check_game(self, game: GameBook, stored: Any) -> None:
        """Compare a game: every hand once, in order, with what was entered."""
        expected = game.in_order
        self.acknowledged += len(expected)
        if stored is None:
            self.lost.append(f"{game.address} can't be exported")
            return
        found = Counter(hand.get("note", "") for hand in stored["hands"])
        for number, hand in enumerate(expected, start=1):
            if not found[hand["note"]]:
                self.lost.append(f"{game.address}: hand {number} ({hand['note']})")
        self.doubled += [f"{game.address}: {note}" for note, times in found.items() if times > 1]
        known = {hand["note"] for hand in expected}
        self.doubled += [
            f"{game.address}: {note} was not acknowledged" for note in found if note not in known
        ]
        if (hands := by_seat(stored)["hands"]) != expected:
            self.wrong.append(f"{game.address}: {hands}, not {expected}")
        if stored.get("finished", False) != (game.result.ending is not None and game.stopped):
            self.wrong.append(f"{game.address}: finished is {stored.get('finished')}")

    def check_coins(self, night: NightBook, coins: list[dict[str, Any]]) -> None:
        """Compare the coins that changed hands: each acknowledged posting once, and undone if it was."""
        found = Counter(posting.get("note", "") for posting in coins)
        undone = {posting.get("note") for posting in coins if posting.get("removed_at")}
        for note, counts in night.postings.items():
            if not found[note]:
                self.lost.append(f"{night.address}: posting {note}")
            elif found[note] > 1:
                self.doubled.append(f"{night.address}: posting {note}")
            elif (note not in undone) != counts:
                self.wrong.append(f"{night.address}: posting {note} counts: {not counts}")
        self.doubled += [
            f"{night.address}: posting {note}" for note in found if note and note not in night.postings
        ]

    def check_database(self, file: Path) -> None:
        """Check in the database itself that all coins add up, and that it is whole."""
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "SECRET_KEY": "of the soak"})
        with app.app_context():
            said = db.session.execute(db.text("PRAGMA integrity_check")).scalar()
            if said != "ok":
                self.wrong.append(f"the database: {said}")
            for night in db.session.scalars(db.select(Night)):
                bank = bank_of(night)
                if bank.difference or [game for game in bank.games if game.fault]:
                    self.wrong.append(f"night {night.id}: {bank.difference} coins too many")
            db.session.remove()
            db.engine.dispose()


def second_line(file: bytes) -> bytes:
    """Return the night in the file of one."""
    return b"".join(file.splitlines()[1:2])


def json_of(file: bytes) -> Any:
    """Return the document of a file; None if there is none."""
    return json.loads(file) if file.startswith(b"{") else None


def by_side(game: GameBook) -> dict[str, int]:
    """Return the totals by the names of the sides, as the engine adds them up; with coins given back."""
    result = game.result
    return {
        " and ".join(result.setup.table.names(side)): result.totals[side[0]] for side in result.setup.sides
    }
