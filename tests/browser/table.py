"""A phone on a table where people play: what is tapped on it, and what it shows."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import urldefrag

from playwright.sync_api import Locator, Page, expect

CAST = ("Ann", "Bea", "Cal", "Dee")
LONG_NAMES = ("Maximiliana", "Wolfeschlegelstein", "Anna-Katharina von der Tann", "Эвелина", "李雷", "Bo")

PLAYERS_OF_HANDS = ("bidder", "partner", "leader")
"""Fields that name a player of a hand."""


NOTE_SAVED = "() => sessionStorage.setItem(`saved ${location.pathname}`, Date.now())"
"""Notes as a sheet does that something was saved, for the next page to offer Undo."""


def seat_of(player: str | int) -> str | int:
    """Return the value that stands for one of the usual players in a form; that of anyone else unchanged."""
    for cast in (CAST, LONG_NAMES):
        if player in cast:
            return str(cast.index(str(player)))
    return player


class Deal(NamedTuple):
    """A hand as the players would describe it.

    ``took`` has the bidder's tricks first, then the others' around the table; what the keypad knows by
    itself is left out where it is tapped.
    """

    bidder: str
    bid: int
    took: tuple[int, ...]


WHOLE_NAMES = """names => names.map((name) => (name.querySelector(".whole") ?? name).textContent.trim())"""


class Table:
    """The phone on the table. Every tap on it goes through ``tap``, which counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        page.set_default_timeout(10_000)

    # A thumb

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def see(self) -> None:
        """Wait until what has appeared under the thumb takes a tap, which people take longer to see."""
        self.page.wait_for_timeout(450)

    def follow(self, what: Locator) -> None:
        """Tap something that opens another page, or reloads this one."""
        with self.page.expect_navigation():
            self.tap(what)

    def button(self, says: str) -> Locator:
        return self.page.get_by_role("button", name=says, exact=True)

    def link(self, says: str) -> Locator:
        return self.page.get_by_role("link", name=says, exact=True)

    def chip(self, says: str) -> Locator:
        return self.page.get_by_role("radio", name=says, exact=True)

    def fold(self, says: str) -> Locator:
        return self.page.locator("summary", has_text=says)

    @property
    def again_button(self) -> Locator:
        """The button that starts the game again, which says who deals."""
        return self.page.get_by_role("button", name="Play again")

    # An evening

    def add_players(self) -> None:
        """Tap Add, and wait until the names are on the list; without a script that is another page."""
        guests = self.page.locator(".guests tbody tr")
        before = guests.count()
        self.tap(self.button("Add"))
        expect(guests).not_to_have_count(before)

    def sit_down(self, *names: str) -> None:
        """Start a night with these players."""
        self.page.goto("/")
        self.follow(self.button("Start a game night"))
        self.page.get_by_label("Who’s here?").fill(", ".join(names))
        self.add_players()

    def choose(self, game: str) -> None:
        """Go from the night to the page for starting a game, by its row or beside the game it varies."""
        self.follow(self.link("Start a game"))
        says = re.compile(rf"^(or .+: )?{re.escape(game)}( |$)")
        self.follow(self.page.get_by_role("link", name=says).first)

    def start(self, game: str) -> None:
        """Start a game with its defaults: everyone in order of arrival, and the first player deals."""
        self.choose(game)
        self.follow(self.page.locator("form.start button.primary"))

    # A hand

    def bid(self, bidder: str, bid: int) -> None:
        self.tap(self.chip(bidder))
        self.follow(self.button(str(bid)))

    def open_take(self) -> None:
        """Open the part of the form that asks what was taken."""
        self.tap(self.page.locator("details.take > summary"))

    def take(self, *counts: int) -> None:
        """Tap what was taken; what the keypad fills in needs no tap."""
        self.open_take()
        self.enter(*counts)

    def enter(self, *counts: int) -> None:
        for count in counts:
            self.tap(self.key(count))

    def key(self, says: int | str) -> Locator:
        return self.keypad.get_by_role("button", name=str(says), exact=True)

    @property
    def save_button(self) -> Locator:
        """The button that saves the hand; as long as something is missing it says what."""
        says = r"^(Save (hand|roll|round|turn) \d+|Save with .+|(Enter|Tap|Choose) .+|\S+ of \d+ .+)$"
        return self.page.get_by_role("button", name=re.compile(says))

    def save(self) -> None:
        expect(self.save_button).to_have_text(re.compile("^Save"))
        self.follow(self.save_button)

    def play(self, *deals: Deal) -> None:
        for bidder, bid, took in deals:
            self.bid(bidder, bid)
            self.take(*took)
            self.save()

    # What happened before a test starts, done without the form

    def gathered(self, *names: str) -> tuple[str, str]:
        """Start a night without the form, and return its address and the token of the phone's forms."""
        token = token_in(self.page.request.get("/").text())
        night = self.send("/nights", token)
        self.send(f"{night}/players", token, name=", ".join(names))
        return night, token

    def seated(self, game: str, *names: str, played: Iterable[Deal] = (), **typed: str | int) -> None:
        """Start a game without the form, with house rules as typed; what is not typed is unticked.

        Hands that were ``played`` are there already.
        """
        night, token = self.gathered(*names)
        form = self.page.request.get(f"{night}/games/{game}").text()
        seats = {name: place for place, name in enumerate(re.findall(r'name="(seat-\d+)"', form), start=1)}
        sheet = self.send(f"{night}/games/{game}", token, **seats, **typed)
        self.save_hands(sheet, token, names, played, first=1)
        self.page.goto(sheet)

    def recorded(self, *deals: Deal) -> None:
        """Save whole hands without the form, with what everyone took, and offer to undo the last."""
        seats = self.page.locator(".board .name").evaluate_all(WHOLE_NAMES)
        self.save_hands(self.page.url, "", seats, deals, first=self.hands.count() + 1)
        self.page.evaluate(NOTE_SAVED)
        self.page.reload()

    def save_hands(
        self, sheet: str, token: str, seats: Sequence[str], deals: Iterable[Deal], first: int
    ) -> None:
        """Save whole hands of a game at this address without the form."""
        for number, (bidder, bid, took) in enumerate(deals, start=first):
            seat = seats.index(bidder)
            tricks = {f"tricks-{(seat + at) % len(seats)}": count for at, count in enumerate(took)}
            self.send(f"{sheet}/hands", token, number=number, whole="on", bidder=bidder, bid=bid, **tricks)

    def send(self, address: str, token: str = "", /, **form: str | int) -> str:
        """Send a form as the open page would, or one that has this token; return where that leads."""
        token = token or self.page.locator("input[name=csrf_token]").first.input_value()
        sent = {name: seat_of(value) if name in PLAYERS_OF_HANDS else value for name, value in form.items()}
        answer = self.page.request.post(address, form={"csrf_token": token, **sent}, max_redirects=0)
        assert "location" in answer.headers, answer.text()
        return urldefrag(answer.headers["location"]).url

    # What it shows

    @property
    def panel(self) -> Locator:
        """What the sheet asks for."""
        return self.page.locator(".now").filter(visible=True)

    @property
    def menu(self) -> Locator:
        return self.page.get_by_label("More", exact=True)

    def change_game(self) -> None:
        """Open the part of the menu that is used more rarely."""
        self.tap(self.menu)
        self.tap(self.fold("More about this game"))

    @property
    def keypad(self) -> Locator:
        return self.page.locator(".keypad")

    @property
    def preview(self) -> Locator:
        return self.page.locator(".look")

    @property
    def hands(self) -> Locator:
        """The hands played, newest first."""
        return self.page.locator(".hand")

    @property
    def marked(self) -> Locator:
        """The place whose figure is tapped next."""
        return self.page.locator(".place.marked")

    def figure(self, name: str) -> Locator:
        return self.page.get_by_role("spinbutton", name=name).or_(self.page.get_by_role("textbox", name=name))

    def expect_keys(self, *numbers: int) -> None:
        expect(self.keypad.locator("button:enabled")).to_have_text([str(number) for number in numbers])

    def expect_figures(self, **figures: int) -> None:
        for name, figure in figures.items():
            expect(self.figure(name)).to_have_value(str(figure))

    def expect_totals(self, *totals: int) -> None:
        """Check the totals in the order of the seats, once they have counted up; gains may carry a plus."""
        shown = [re.compile(rf"^\+?{str(total).replace('-', '−')}$") for total in totals]
        expect(self.page.get_by_role("region", name="Totals").locator(".total")).to_have_text(shown)


class LazyThumb(Table):
    """A thumb that never scrolls: everything it taps must be in view."""

    def tap(self, what: Locator) -> None:
        expect(what).to_be_in_viewport(ratio=1)
        super().tap(what)


def token_in(html: str) -> str:
    """Return what protects the forms of a page."""
    found = re.search(r'name="csrf_token"[^>]* value="([^"]+)"', html)
    assert found
    return found[1]


def deal(bidder: str, bid: int, *took: int) -> Deal:
    return Deal(bidder, bid, took)
