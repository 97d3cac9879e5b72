"""Someone with a phone, and the hands they may enter."""

from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from scorekeeper.rules.engine import play
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.table import Setup
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.forms.entry_form import from_json, to_json
from scorekeeper.web.forms.left_out import READ, refuse_unfinished
from tests.rules.drawn_hands import draw_hand
from tests.soak.book import GameBook, NightBook, Raw
from tests.soak.phone import SoakPhone
from tests.web.phone import Fields


@dataclass
class Guest:
    """Someone with a phone, at one night."""

    name: str
    phone: SoakPhone
    night: NightBook
    chance: Random
    numbers: Any = field(default_factory=count)

    def mark(self) -> str:
        """Return words that nobody else writes this evening."""
        return f"{self.name}-{next(self.numbers)}"

    def pick_game(self) -> GameBook | None:
        """Return a game of the night, more likely a new one."""
        games = self.night.games[-2:] if self.chance.random() < 0.8 else self.night.games
        return self.chance.choice(games) if games else None

    def page_of(self, game: GameBook, ending: str, panel: str = "") -> tuple[str, Fields] | None:
        """Open the sheet, and return the form on it for such an address, if it has one."""
        self.phone.open(game.address + panel)
        return self.phone.form_for(ending)

    def saves(self, what: str, path: str, sent: Fields) -> bool:
        """Send a form that nothing speaks against, as nobody else is there; return whether it was saved."""
        saved = self.phone.send_form(path, sent)
        if saved:
            self.phone.record.count(what)
        elif self.phone.first < 500:
            said = " ".join(self.phone.problems)[:200]
            self.phone.record.fail(f"{what} was refused with {self.phone.first}: {said}")
        return saved


def type_hand(chance: Random, setup: Setup, hands: list[Raw], note: str) -> tuple[Raw, Fields] | None:
    """Return a hand that can be entered, as its form sends it; None if none was found."""
    game, before = setup.game, play(setup, hands)
    for _ in range(30):
        raw = {**draw_hand(chance, setup, before.state), "note": note}
        entries = game.entries[game.kind(raw)]
        typed = from_json(entries, raw, setup.table)
        raw = to_json(entries, typed, setup.table)
        try:
            game.read(raw, setup.table, before.state)
            number = len(hands) + 1
            refuse_unfinished(before, HandEdit(number, raw, play(setup, [*hands, raw]), number))
        except Refused:
            continue
        special = next((mark for mark in game.special_by_key if mark in raw), "")
        kind = ("alone", special) if special else ("whole", "on")
        return raw, [kind, *typed.items(multi=True)]
    return None


def of_step(fields: Fields, typed: Fields) -> Fields:
    """Return what a form with a script sends: its hidden fields except for its step, and what was typed."""
    return [field for field in fields if field[0] not in ("whole", "alone", "known", READ)] + typed
