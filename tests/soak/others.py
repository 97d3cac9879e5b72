"""What people do besides entering hands: games, notes, coins, names, files, links and open pages."""

import json
import re
from io import BytesIO
from random import Random
from socket import create_connection
from time import sleep
from urllib.parse import urlsplit

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.labels import by_seat
from tests.soak.book import GameBook
from tests.soak.guest import Guest
from tests.soak.phone import SAVED, SoakPhone
from tests.web.table import start_button

PAGES = ["", "/board", "/chart", "/history", "/recap", "/recap.svg", "/version", "/settings"]
FILES = ["/hands.csv", "/scoresheet.json"]
NIGHT_PAGES = ["", "/bank", "/bank/settle", "/recap", "/recap.svg", "/games", "/invite", "/coins.csv"]
CLUB_PAGES = ["/nights", "/archive", "/statistics", "/statistics/records", "/players", "/phones", "/bin"]
KINDS = ["loan", "side bet", "gift"]
MOST_GAMES = 12
"""Games of a night, after which no more are started."""
MOST_COPIES = 2
"""How often a club's night is imported as a new club, which one address may do only so often."""


def start(guest: Guest) -> None:
    """Start a game for as many as are there."""
    with guest.night.gate.alone():
        if len(guest.night.games) >= MOST_GAMES:
            return
        players = len(guest.night.club.names)
        fitting = [game for game in CATALOGUE.values() if players in game.seats]
        game = guest.chance.choice(fitting)
        phone = guest.phone
        phone.open(f"{guest.night.address}/games/{game.key}").tap(start_button(game.name))
        address = phone.path.split("?")[0]
        if not re.fullmatch(r"/plays/\d+", address) or any(g.address == address for g in guest.night.games):
            phone.record.fail(f"starting {game.name} led to {address}: {' '.join(phone.problems)}")
            return
        guest.night.games.append(
            GameBook(address, by_seat(json.loads(phone.download(f"{address}/scoresheet.json"))))
        )
        phone.record.count("games")


def end(guest: Guest) -> None:
    """End a game, or continue one that was ended."""
    if (game := guest.pick_game()) is None:
        return
    with game.gate.alone():
        if game.deleted or not game.hands:
            return
        found = guest.page_of(game, "/go-on" if game.stopped else "/stop")
        if found and guest.phone.send_form(*found):
            game.stopped = not game.stopped
            guest.phone.record.count("ended or continued")


def delete(guest: Guest) -> None:
    """Delete a game, or restore one that was deleted."""
    if (game := guest.pick_game()) is None:
        return
    with game.gate.alone():
        found = guest.page_of(game, "/restore" if game.deleted else "/delete")
        if found and guest.phone.send_form(*found):
            game.deleted = not game.deleted
            guest.phone.record.count("deleted or restored")


def write_note(guest: Guest) -> None:
    """Write the note of the night."""
    with guest.night.gate.alone():
        guest.phone.open(guest.night.address)
        note = guest.mark()
        if found := guest.phone.form_for("/note"):
            if guest.phone.send_form(found[0], [*found[1], ("note", note)]):
                guest.night.note = note
                guest.phone.record.count("notes")
            else:
                guest.check_saved("A note")


def post_coins(guest: Guest) -> None:
    """Record a loan, a side bet or a gift, while others may do the same."""
    night, chance = guest.night, guest.chance
    kind = chance.choice(KINDS)
    giver, taker = chance.sample(sorted(night.club.names), 2)
    lender = "house" if kind == "loan" and chance.random() < 0.6 else giver
    note = guest.mark()
    typed = {"kind": kind, "giver": lender, "taker": taker, "coins": chance.randint(1, 40), "note": note}
    with night.gate.shared():
        guest.phone.open(f"{night.address}/bank")
        if not (found := guest.phone.form_for("/bank")):
            return
        sent = [*found[1], *((name, str(value)) for name, value in typed.items())]
        if guest.phone.send_form(found[0], sent):
            night.postings[note] = True
            guest.phone.record.count("postings")


def undo_coins(guest: Guest) -> None:
    """Undo a posting, if others did not just pay with it."""
    with guest.night.gate.alone():
        guest.phone.open(f"{guest.night.address}/bank")
        rows = [row for row in guest.phone.page.all("li") if row.all("form")]
        for row in guest.chance.sample(rows, min(1, len(rows))):
            form = row.all("form")[0]
            marks = re.findall(r"\b\w+-\d+\b", row.text)
            notes = [mark for mark in marks if mark in guest.night.postings]
            sent = [(node["name"], node["value"]) for node in form.all("input", type="hidden")]
            if (
                notes
                and form["action"].endswith("/take-back")
                and guest.phone.send_form(form["action"], sent)
            ):
                guest.night.postings[notes[0]] = False
                guest.phone.record.count("postings undone")


def pay(guest: Guest) -> None:
    """Mark a payment as paid, as others may do with the same one."""
    with guest.night.gate.shared():
        guest.phone.open(f"{guest.night.address}/bank/settle")
        if (found := guest.phone.form_for("/pay")) and guest.phone.send_form(*found):
            guest.phone.record.count("payments")


def rename(guest: Guest) -> None:
    """Give a player another name, which changes every hand of theirs."""
    club, phone = guest.night.club, guest.phone
    player = guest.chance.choice(sorted(club.names))
    phone.open(f"/players/{player}")
    if not (found := phone.form_for("/rename")):
        return
    was, name = club.names[player], f"{club.names[player].split()[0]} {guest.mark()}"
    if phone.send_form(found[0], [*found[1], ("name", name)]):
        club.names[player] = name
        for game in [game for night in club.nights for game in night.games]:
            game.renamed(was, name)
        phone.record.count("renamings")
    else:
        guest.check_saved("A name")


def copy_night(guest: Guest) -> None:
    """Import the night from its own export: into its club, where nothing is new, and as a new club."""
    night, phone = guest.night, guest.phone
    file = phone.download(f"{night.address}/night.json")
    phone.record.count("exports")
    if not file or len(night.club.copies) >= MOST_COPIES:
        return
    # A phone of its own: this one should not belong to the copy too.
    other = SoakPhone(phone.line.port, Random(guest.mark()), phone.record, phone.cut)
    other.open("/").open("/import")
    if not (found := other.form_for("/import")):
        return
    other._show("/import", "POST", found[1], (BytesIO(file), "night.json"))
    if not (found := other.form_for("/import")):
        phone.record.count(f"import refused {other.first}")
        other.line.connection.close()
        return
    if other.send_form(*found):
        night.club.copies.append((other, other.path.split("?")[0], json.loads(file.splitlines()[1])))
        phone.record.count("imports")
    else:
        other.line.connection.close()


def join(guest: Guest) -> None:
    """Let another phone join by the club's link, and look at the night."""
    club, record = guest.night.club, guest.phone.record
    other = SoakPhone(guest.phone.line.port, Random(guest.mark()), record, guest.phone.cut)
    other.open("/").open(club.link)
    if found := other.form_for(club.link):
        other.send_form(*found)
    record.count("joined" if other.open(guest.night.address).status == 200 else f"not joined {other.first}")
    other.line.connection.close()


def look(guest: Guest) -> None:
    """Read some page or file."""
    games = [game.address for game in guest.night.games] or [guest.night.address]
    place, endings = guest.chance.choice(
        [
            (guest.chance.choice(games), PAGES + FILES if guest.night.games else [""]),
            (guest.night.address, NIGHT_PAGES),
            (guest.night.club.address, CLUB_PAGES),
            ("", ["/", "/help", "/games", "/offline"]),
        ]
    )
    guest.phone.ask("GET", place + guest.chance.choice(endings))
    guest.phone.record.count("pages read")


def follow(guest: Guest) -> None:
    """Follow a game for a moment, as an open page does."""
    if (game := guest.pick_game()) is None:
        return
    cookies = "; ".join(f"{name}={value}" for name, value in guest.phone.line.cookies.items())
    request = f"GET {game.address}/live HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n"
    try:
        with create_connection(("127.0.0.1", guest.phone.line.port), timeout=10) as stream:
            stream.sendall(request.encode())
            answer = stream.recv(4096)
            sleep(guest.chance.uniform(0, 1))
    except OSError:
        answer = b""
    guest.phone.record.count("pages followed" if b" 200 " in answer[:20] else "pages not followed")


def invited(phone: SoakPhone, night: str) -> str:
    """Return the path by which another phone joins the club of a night."""
    phone.open(f"{night}/invite?link=club")
    return urlsplit(phone.page.one("p", "link").text).path


def has_joined(phone: SoakPhone, link: str) -> bool:
    """Let a phone join by a link, and return whether it has."""
    phone.open("/").open(link)
    found = phone.form_for(link)
    return found is not None and phone.send_form(*found) and phone.first in SAVED
