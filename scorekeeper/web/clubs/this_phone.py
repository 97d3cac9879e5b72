"""The phone that a request comes from, known by the random id in its signed cookie."""

from secrets import token_urlsafe

from flask import Flask, current_app, request, session

from scorekeeper.domain import MAX_DEVICE_LENGTH
from scorekeeper.store import turns
from scorekeeper.store.clubs import access
from scorekeeper.store.clubs.invitations import hash_secret, take_over_secrets
from scorekeeper.store.database import begin_writing, db
from scorekeeper.store.models import Phone

TOKEN = "phone"

WITHOUT_COOKIE = {
    "static",
    "installing.manifest",
    "installing.service_worker",
    "engine.engine_file",
    "health.health",
}
"""What is answered without a cookie."""

OLD_SECRETS, OLD_NAME = "clubs", "device"
"""What a cookie held when it kept the secrets of clubs itself, and the name of the phone."""

MODELS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android phone"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows computer"),
    ("Linux", "Linux computer"),
)


def init_app(app: Flask) -> None:
    """Give every browser its id before it asks for anything."""
    app.before_request(know_this_phone)


def know_this_phone() -> None:
    """Give a browser that has no id yet a new one. It becomes a phone we know once it joins a club."""
    if request.endpoint in WITHOUT_COOKIE:
        return
    if OLD_SECRETS in session:
        take_over_old_cookie()
    if TOKEN not in session:
        session[TOKEN] = token_urlsafe()
        session.permanent = True


def take_over_old_cookie() -> None:
    """Let a phone into the clubs whose secrets its cookie held."""
    # Requests that come at once hold the same cookie, and must not make two phones of it.
    session[TOKEN] = hash_secret(request.cookies[current_app.config["SESSION_COOKIE_NAME"]])
    secrets = session[OLD_SECRETS]
    begin_writing(turns.of_phone(token_hash()), turns.of_links(map(hash_secret, secrets)))
    phone = registered_phone()
    phone.name = session.get(OLD_NAME, "")
    take_over_secrets(phone, secrets)
    db.session.commit()
    # Not before: if the database is too busy now, the next request does it.
    for old in (OLD_SECRETS, OLD_NAME):
        session.pop(old, None)
    session.permanent = True


def token_hash() -> str:
    """Return the hash of this phone's id."""
    return hash_secret(session.get(TOKEN, ""))


def current_phone() -> Phone | None:
    """Return this phone; None if it never joined a club."""
    return access.known_phone(token_hash())


def registered_phone() -> Phone:
    """Return this phone, added to the phones we know if it is new."""
    return access.get_or_create_phone(token_hash(), phone_model())


def phone_model() -> str:
    """Return what kind of device this is, as far as its browser says so."""
    agent = request.user_agent.string
    return next((model for mark, model in MODELS if mark in agent), "a browser")


def name_in_history(found: access.Access) -> str:
    """Return what the history says of this phone: whose it is, and its name or what it is."""
    if found.player in found.phone:
        return found.phone
    both = f"{found.player}, {found.phone}"
    return both if len(both) <= MAX_DEVICE_LENGTH else found.player
