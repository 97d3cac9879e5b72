"""A club with a year of evenings, made up to look around in and thrown away afterwards.

Chance plays, but always in the same way: each run tells the same story of the twelve months before it.
"""

import os
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.domain import CORRECTED, ENTERED, Role
from scorekeeper.files import documents
from scorekeeper.files.club_file import ClubFile
from scorekeeper.files.documents import GameDocument, HandChange, NightDocument
from scorekeeper.files.importing import apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.hosting.data_folder import begin
from scorekeeper.hosting.demo_hands import BOLD, CAREFUL, DEMO_OWN_GAME, HABITS, Deal, Habit, Raw
from scorekeeper.hosting.serve import refuse_if_taken, run
from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.engine import Result, extend, play
from scorekeeper.rules.sheet import VERSION, set_up
from scorekeeper.rules.table import Setup
from scorekeeper.settings import read_environment, variable
from scorekeeper.settlement import settle
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.invitations import open_link, open_night_links, secret_of
from scorekeeper.store.coins.bank import COST, SETTLEMENT, SIDE_BET, STAKE
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Night
from scorekeeper.store.plays.editions import compare_all
from scorekeeper.store.time_zones import local
from scorekeeper.store.transactions import begin_writing

DEMO_PORT = "8001"
"""The port unless another is set, so that the demo runs beside the app itself."""

NOT_FOR_DEMO = ("database_url", "secret_key", "public_address", "proxies")
"""Settings of a real Scorekeeper that the demo must not use."""

DEMO_CLUB = "Friday players"
AWAY = "Rosa"
"""Who moved away in the course of the year."""

COMES = {"Nora": 0.95, BOLD: 0.9, CAREFUL: 0.85, "Felix": 0.75, "Lena": 0.55, "Max": 0.5, AWAY: 0.7}
"""How often each of them comes."""

TONIGHT = ("Nora", BOLD, CAREFUL, "Felix")
LEAST, MOST = 4, 6
"""People at the table of an evening."""

WEEKS, EVENINGS, AWAY_AFTER, ON_THE_TAB, CENTS = 51, 39, 13, 35, 20
"""Weeks of the story, its evenings, those before someone left, the one not settled, and a coin's worth."""

NIGHT_NOTES = {
    3: "Max brought quiches",
    16: "Nora’s birthday: cake at ten",
    31: "A power cut: played by candlelight",
}
"""The notes on some evenings."""

HAND_NOTES = ("The last trick decided it.", "Nobody saw that coming.", "A card was on the floor.")
DEVICES = ("Nora (iPhone)", "Theo (Pixel)", "Ida (iPad)")


def demo_club(moment: datetime) -> tuple[documents.ClubDocument, list[NightDocument]]:
    """Return the club and its nights, of which the last is going on at a local ``moment``."""
    chance = Random(DEMO_CLUB)
    last = moment - timedelta(days=2 + (moment.weekday() - 6) % 7)
    friday = last.replace(hour=19, minute=30, second=0, microsecond=0)
    weeks_ago = sorted(chance.sample(range(WEEKS), EVENINGS), reverse=True)
    evenings = [
        _Evening(number, friday - timedelta(weeks=ago), _guests(number))
        for number, ago in enumerate(weeks_ago)
    ]
    evenings.append(_Evening(EVENINGS, moment - timedelta(hours=2, minutes=10), TONIGHT, moment))
    nights = [evening.document() for evening in evenings]
    hidden = {AWAY: nights[AWAY_AFTER].started_at}
    options = {rule: value for rule, value in HABITS[OWN_GAME].rules.items() if rule != "title"}
    club = documents.ClubDocument(
        scorekeeper=documents.VERSION,
        club=DEMO_CLUB,
        made_at=nights[0].started_at,
        players=tuple(
            documents.PersonDocument(uid=_uid(chance), name=name, hidden_at=hidden.get(name))
            for name in COMES
        ),
        own_games=(documents.OwnGameDocument(uid=_uid(chance), name=DEMO_OWN_GAME, options=options),),
    )
    return club, nights


def _uid(chance: Random) -> str:
    return f"{chance.getrandbits(128):032x}"


def _guests(number: int) -> Sequence[str]:
    """Return who comes to an evening, in order of arrival."""
    chance = Random(f"guests {number}")
    while True:
        here = [name for name, often in COMES.items() if chance.random() < often]
        if LEAST <= len(here) <= MOST and (AWAY not in here or number < AWAY_AFTER):
            chance.shuffle(here)
            return here


@dataclass
class _Evening:
    """An evening as it goes on.

    Attributes:
        number: how many there were before.
        at: the time, which passes as games are played.
        here: who is there, in order of arrival.
        until: when the story ends, if that is in a game of this evening.
    """

    number: int
    at: datetime
    here: Sequence[str]
    until: datetime | None = None
    won: Counter[str] = field(default_factory=Counter)
    coins: list[documents.CoinsDocument] = field(default_factory=list)

    def document(self) -> NightDocument:
        """Return the evening, once it has been played."""
        self.chance = Random(f"evening {self.number}")
        uid, started_at = _uid(self.chance), self.at
        for name in self.here:
            self._post(STAKE, None, name, 30)
        games = self._games()
        if self.number % 3 == 0:
            self._share_pizza()
        if self.chance.random() < 0.3:
            loser, winner = self.chance.sample(self.here, 2)
            self._post(SIDE_BET, loser, winner, 5, note="who wins the last game")
            self.won.update({winner: 5 * CENTS, loser: -5 * CENTS})
        if not self.until:
            payments = settle(self.won).payments
            for payment in payments[1:] if self.number == ON_THE_TAB else payments:
                self._post(SETTLEMENT, payment.creditor, payment.debtor, payment.amount, in_money=True)
        return NightDocument(
            uid=uid,
            started_at=started_at,
            note=NIGHT_NOTES.get(self.number, ""),
            coin_value=CENTS,
            currency="€",
            guests=tuple(self.here),
            games=games,
            coins=tuple(self.coins),
        )

    def _games(self) -> tuple[GameDocument, ...]:
        if self.until:
            before = self._game("house-of-fortune", self.here), self._game("thief", self.here)
            self.at = self.until - timedelta(minutes=50)
            return (*before, self._game("coralon", self.here, goes_on=True))
        played: list[GameDocument] = []
        late = len(self.here) > LEAST and self.chance.random() < 0.4
        for _ in range(self.chance.choice((2, 3, 3, 4, 4, 5))):
            players = self.here[:-1] if late and not played else self.here
            last = played[-1].sheet["game"] if played else ""
            keys = [key for key in HABITS if len(players) in CATALOGUE[key].seats and key != last]
            key = self.chance.choices(keys, [HABITS[key].often for key in keys])[0]
            played.append(self._game(key, self.chance.sample(players, len(players))))
        return tuple(played)

    def _game(self, key: str, players: Sequence[str], goes_on: bool = False) -> GameDocument:
        """Return a game that has been played; one that goes on is nearly over, and has the next bid."""
        habit, started_at, uid = HABITS[key], self.at, _uid(self.chance)
        sheet = {"scoresheet": VERSION, "game": key, "players": list(players), "options": {**habit.rules}}
        sheet |= {"dealer": self.chance.choice(players), "hands": []}
        result, hands = self._hands(habit, set_up(sheet))
        if goes_on:
            *hands, following, _ = hands
        changes = [each for number, hand in enumerate(hands, 1) for each in self._enter(habit, number, hand)]
        sheet |= {"hands": hands}
        if goes_on:
            bid = {name: following[name] for name in ("bidder", "bid", "trump")}
            changes.append(self._change(len(hands) + 1, entry=bid, complete=False))
            return GameDocument(uid=uid, started_at=started_at, sheet=sheet, changes=tuple(changes))
        sheet |= {} if result.ending else {"finished": True}
        for name, coins in zip(players, play(result.setup, hands, finished=True).payout or (), strict=False):
            self.won[name] += CENTS * coins
        ended_at, self.at = self.at, self.at + timedelta(minutes=self.chance.randint(4, 12))
        return GameDocument(
            uid=uid, started_at=started_at, ended_at=ended_at, sheet=sheet, changes=tuple(changes)
        )

    def _hands(self, habit: Habit, setup: Setup) -> tuple[Result, list[Raw]]:
        result, hands = play(setup, []), list[Raw]()
        while len(hands) < habit.most and result.ending is None:
            note = {"note": self.chance.choice(HAND_NOTES)} if self.chance.random() < 0.02 else {}
            hands.append(habit.hand(Deal(self.chance, setup)) | note)
            result = extend(result, hands[-1])
        return result, hands

    def _enter(self, habit: Habit, number: int, hand: Raw) -> list[HandChange]:
        """Return the changes by which a hand was entered: two where the first bid was a slip."""
        self.at += timedelta(minutes=habit.minutes * self.chance.uniform(0.6, 1.4))
        if habit is not HABITS["coralon"] or self.chance.random() > 0.01:
            return [self._change(number)]
        slip = self._change(number, entry=hand | {"bid": hand["bid"] + (1 if hand["bid"] < 9 else -1)})
        self.at += timedelta(minutes=1)
        return [slip, self._change(number, action=CORRECTED)]

    def _change(self, number: int, action: str = ENTERED, **more: Any) -> HandChange:
        device = DEVICES[self.number % 3 if self.chance.random() < 0.8 else 0]
        return HandChange(hand=number, at=self.at, device=device, action=action, **more)

    def _share_pizza(self) -> None:
        payer, each = self.chance.choice(self.here), self.chance.choice((750, 800, 920))
        for name in self.here:
            self._post(COST, payer, name, each, note="pizza", in_money=True)
            self.won.update({payer: each, name: -each} if name != payer else {})

    def _post(self, kind: str, giver: str | None, taker: str, coins: int, **more: Any) -> None:
        at, uid = self.at, _uid(self.chance)
        self.coins.append(
            documents.CoinsDocument(
                uid=uid, at=at, device=DEVICES[0], kind=kind, giver=giver, taker=taker, coins=coins, **more
            )
        )


def make_demo(app: Flask) -> str:
    """Make the club in an app without any, and return the path of the link for its hosts."""
    with app.app_context():
        document, nights = demo_club(local(now()))
        file = ClubFile(document, False, lambda: iter(nights))
        begin_writing()
        club = new_club(DEMO_CLUB)
        *_, tonight = apply_import(plan_import(club, file, now()), club, file)
        open_night_links(db.session.get_one(Night, tonight))
        path = f"/join/{secret_of(open_link(club.id, Role.HOST))}"
        db.session.commit()
        compare_all()
    return path


def serve_demo() -> None:
    """Serve the club from a folder of its own, which is removed when the app stops."""
    folder, process = mkdtemp(prefix="scorekeeper-demo-"), os.getpid()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for name in NOT_FOR_DEMO:
        os.environ.pop(variable(name), None)
    os.environ[variable("data")] = folder
    if not (os.environ.get("PORT") or os.environ.get(variable("port"))):
        os.environ[variable("port")] = DEMO_PORT
    try:
        settings = read_environment()
        refuse_if_taken(settings.host, settings.port)
        print(f"Making up a year of evenings for “{DEMO_CLUB}” ...", flush=True)
        app = create_app()
        begin(app)
        path = make_demo(app)
        print("All of it is thrown away when you stop the app.", flush=True)
        run(path=path)
    except KeyboardInterrupt:
        pass
    finally:
        # The workers are forks of this process, and come here when they stop.
        if os.getpid() == process:
            rmtree(folder, ignore_errors=True)
