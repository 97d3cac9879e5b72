"""Short ways to invite phones and to join with them."""

from urllib.parse import urlsplit

from flask import Flask

from tests.web.markup import read
from tests.web.phone import ANDROID, Phone


def link_to(phone: Phone, link: str = "club", night: int = 1) -> str:
    """Return the path of a link that a phone shows: "club", "keep" or "watch"."""
    page = read(phone.client.get(f"/nights/{night}/invite?link={link}").text)
    return urlsplit(page.one("p", "link").text).path


def joined(app: Flask, link: str, says: str) -> Phone:
    """Return another phone that has joined by a link; its owner tapped this button."""
    return Phone(app, ANDROID).open(link).tap(says)
