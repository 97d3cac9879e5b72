"""The addresses of a club, as the app itself lists them."""

from flask import Flask
from werkzeug.routing import Rule

from tests.web.phone import Phone

# Addresses that show nothing of a club, so that anyone may open them.
FOR_EVERYONE = {
    "/",
    "/device",
    "/games",
    "/games/<key>",
    "/help",
    "/import",
    "/join/<secret>",
    "/nights",
    "/reference/poker-hands",
    "/reference/vines-deck",
}

# These answers don't end before the phone goes away; tests/web/live has tests of who may see them.
STREAMS = {"/nights/<int:night_id>/live", "/plays/<int:play_id>/live"}

# These say nothing but a number, which counts what was changed.
VERSIONS = "/version"

# What the arguments of the other addresses are in the club of these tests: all of it is really there.
THERE = {
    "club_id": 1,
    "key": "coralon",
    "night_id": 1,
    "number": 1,
    "person": 1,
    "play_id": 1,
    "player_id": 1,
}


def of_the_club(app: Flask, method: str) -> list[str]:
    """Return the addresses of a club that answer a method. A new argument must be given a value above."""
    rules = [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]
    return sorted(filled(rule) for rule in rules if not is_for_everyone(rule) and rule.rule not in STREAMS)


def is_for_everyone(rule: Rule) -> bool:
    return rule.rule in FOR_EVERYONE or rule.endpoint == "static"


def filled(rule: Rule) -> str:
    """Return a rule's address in the club of these tests."""
    assert rule.arguments, f"{rule} is of no club: is it for everyone?"
    domain_and_path = rule.build({name: THERE[name] for name in rule.arguments})
    assert domain_and_path
    return domain_and_path[1]


def everything(phone: Phone, app: Flask) -> list[str]:
    """Return everything that is written on the pages of the club."""
    pages = (path for path in of_the_club(app, "GET") if "." not in path and not path.endswith(VERSIONS))
    return [phone.open(path).page.text for path in pages]
