"""What people do besides playing: notes, coins, names, links, pages, and following a game."""

import re
from random import Random
from socket import create_connection
from time import sleep
from urllib.parse import urlsplit

from tests.soak.guest import Guest
from tests.soak.phone import SAVED, SoakPhone

PAGES = ["", "/board", "/chart", "/history", "/recap", "/recap.svg", "/version", "/settings"]
FILES = ["/hands.csv", "/scoresheet.json"]
NIGHT_PAGES = ["", "/bank", "/bank/settle", "/recap", "/recap.svg", "/games", "/invite", "/coins.csv"]
CLUB_PAGES = ["/nights", "/archive", "/statistics", "/statistics/records", "/players", "/phones", "/bin"]
KINDS = ["loan", "side bet", "gift"]


def write_note(guest: Guest) -> None:
    """Write the note of the night."""
    with guest.night.gate.alone():
        guest.phone.open(guest.night.address)
        note, found = guest.mark(), guest.phone.form_for("/note")
        if found and guest.saves("notes", found[0], [*found[1], ("note", note)]):
            guest.night.note = note


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
    was, name = club.names[player], f"{club.names[player].split()[0]} {guest.mark()}"
    found = phone.form_for("/rename")
    if found and guest.saves("renamings", found[0], [*found[1], ("name", name)]):
        club.names[player] = name
        for game in [game for night in club.nights for game in night.games]:
            game.renamed(was, name)


def join(guest: Guest) -> None:
    """Let another phone join by the club's link, and look at the night."""
    club, record = guest.night.club, guest.phone.record
    other = SoakPhone(guest.phone.line.port, Random(guest.mark()), record, guest.phone.cut)
    has_joined(other, club.link)
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
