"""The whole evening: clubs, nights and phones, what goes wrong meanwhile, and what became of it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic

from tests.soak import hands, others
from tests.soak.book import ClubBook, NightBook
from tests.soak.guest import Guest
from tests.soak.outcome import Outcome
from tests.soak.phone import SoakPhone, Unanswered
from tests.soak.record import Record
from tests.soak.server import SoakServer
from tests.soak.trouble import Trouble

ACTIONS: dict[Callable[[Guest], None], float] = {
    hands.enter: 14,
    hands.bid: 2,
    hands.correct: 2,
    hands.undo: 2,
    hands.remove: 1,
    hands.restore: 1,
    hands.start: 1,
    hands.end: 0.7,
    hands.delete: 0.5,
    others.write_note: 1,
    others.post_coins: 3,
    others.undo_coins: 1,
    others.pay: 1,
    others.rename: 0.4,
    others.join: 0.3,
    others.look: 6,
    others.follow: 2,
}
"""What guests do, and how often."""

CLUBS = [4, 5, 3]
"""The clubs of an evening, by their players."""

CAST = ["Ann", "Bea", "Cal", "Dee", "Eve"]

PHONES = 8


class SoakEvening:
    """An evening of some seconds; the seed decides who does what, and what goes wrong.

    Attributes:
        server, record, trouble: the server, what the phones saw, and what goes wrong.
        clubs, guests: the clubs, and everyone with a phone.
    """

    def __init__(self, folder: Path, seconds: float, seed: str) -> None:
        self.seconds, self.seed = seconds, seed
        self.server = SoakServer(folder)
        self.record = Record()
        self.trouble = Trouble(self.server, self.record, Random(f"{seed} trouble"))
        self.over = Event()
        self.guests: list[Guest] = []
        self.clubs: list[ClubBook] = []

    def begin(self) -> None:
        """Start the server, make the clubs, and let every phone join one."""
        self.server.start()
        most = min(len(CLUBS), PHONES // 2)
        for number in range(PHONES):
            chance = Random(f"{self.seed} phone {number}")
            phone = SoakPhone(self.server.port, chance, self.record, cut=0)
            if number < most:
                self.clubs.append(make_club(phone, CLUBS[number]))
            elif not others.has_joined(phone, self.clubs[number % most].link):
                raise RuntimeError(f"Phone {number} can't join: {phone.page.text}")
            club = self.clubs[number % most]
            self.guests.append(Guest(f"p{number}", phone, club.nights[0], chance))

    def play(self) -> None:
        """Let the guests play while things go wrong."""
        threads = [Thread(target=self.be_guest, args=[guest]) for guest in self.guests]
        bringer = Thread(target=self.bring_trouble)
        for thread in [*threads, bringer]:
            thread.start()
        end = monotonic() + self.seconds
        while monotonic() < end:
            if self.over.wait(1):
                break
            self.server.measure()
        self.trouble.over.set()
        # The server runs for those who still wait for an answer.
        bringer.join()
        self.trouble.close()
        self.over.set()
        for thread in threads:
            thread.join()

    def bring_trouble(self) -> None:
        """Let things go wrong."""
        try:
            self.trouble.run()
        except Exception as error:
            self.record.fail(f"the server: {error}")
            self.over.set()

    def be_guest(self, guest: Guest) -> None:
        """Do one thing after the other."""
        guest.phone.cut = 0.05
        while not self.over.is_set():
            what = guest.chance.choices(list(ACTIONS), list(ACTIONS.values()))[0]
            gate = guest.night.club.gate
            try:
                with gate.alone() if what is others.rename else gate.shared():
                    what(guest)
            except Unanswered:
                return
            except Exception as error:
                self.record.fail(
                    f"{what.__name__} on {guest.phone.path}: {type(error).__name__} {error}"[:300]
                )
            self.over.wait(guest.chance.uniform(0, 0.4))

    def finish(self) -> Outcome:
        """Start the server anew, and return how the book and the database compare."""
        outcome = Outcome()
        self.server.stop()
        self.server.start()
        for club, guest in zip(self.clubs, self.guests, strict=False):
            guest.phone.cut = 0
            outcome.check_club(club, guest.phone)
        for guest in self.guests:
            guest.phone.line.connection.close()
        self.server.stop()
        outcome.check_database(self.server.database)
        return outcome


def make_club(phone: SoakPhone, players: int) -> ClubBook:
    """Start a club's first night on a phone, with so many players."""
    phone.open("/").tap("Start a game night").tap("Add", name=", ".join(CAST[:players]))
    night = phone.path.split("?")[0]
    ids = [
        int(form["action"].split("/")[-2]) for form in phone.page.all("form") if "/leave" in form["action"]
    ]
    link = others.invited(phone, night)
    phone.open("/")
    clubs = {node["href"].split("/")[2] for node in phone.page.all("a") if node["href"].startswith("/clubs/")}
    club = ClubBook(f"/clubs/{clubs.pop()}", link, dict(zip(ids, CAST, strict=False)))
    club.nights.append(NightBook(night, club))
    return club
