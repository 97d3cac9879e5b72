"""Making a form count once: its hidden id (the macro ``csrf`` draws it) and what was entered are its key.

A tap that is repeated, or sent again because the answer got lost, gets the first answer again. A form
that comes back with another entry, such as one that the browser kept, is a new one. A form that settles a
conflict also answers the one that could not be saved, so that what was entered counts once. A hand that was
handed over to another phone has a key on both (``phone/handing_over.py``). Other phones may know a key, so it
counts only for the game, night or club to which its form is sent. A program sends it in ``KEY``.

A page that sends its forms itself says so with ``PAGE``: it is answered in place, with itself as it is now,
without a head and without the parts that it shows already. If a form leads elsewhere, it gets the address
alone. Every other browser gets a redirect, and then the whole page.
"""

from hashlib import blake2b
from urllib.parse import urlsplit

from flask import Flask, abort, g, redirect, request
from werkzeug import Response

from scorekeeper.domain import HANDED_OVER
from scorekeeper.store.database import db, new_uid
from scorekeeper.store.live.versions import raise_versions
from scorekeeper.store.transactions import first_answer, forget_answer, keep_answer
from scorekeeper.web.declared import declared, declares
from scorekeeper.web.requests import is_for_programs

KEY_LENGTH = 32
MOST_SETTLED = 20
"""Conflicts one after another over the same entry; nobody meets more before it is saved."""

DIGEST = "scorekeeper.digest_of_form"
RENEWED = ("csrf_token", "number", "seats", "revision", "ahead", "version", HANDED_OVER)
"""Fields that an open page renews in a form that waits to be sent, or adds to it; ``version`` until 1.0."""

KEY = "Idempotency-Key"
"""The header with which a program sends something that counts once in its club."""

PAGE = "Scorekeeper-Page"
"""The header with the path of the page that asks."""


def init_app(app: Flask) -> None:
    """Give templates what the macro ``csrf`` draws, and answer in place where a page asks for that."""
    app.jinja_env.globals["new_uid"] = new_uid
    app.add_template_global(is_in_place)
    app.before_request(reuse_token)
    app.after_request(tell_address)


def repeat_first_answer() -> None:
    """End the request with the first answer if its form was sent before.

    Call it once the transaction has begun and access is checked.
    """
    if address := first_address():
        abort(redirect(address, code=303))


def first_address() -> str | None:
    """Return the address to which what was sent led before; None if it was not sent before."""
    keys = submission_keys()
    # Before version 1.1 a key was kept as it was sent.
    return first_answer([*map(_for_subject, keys), *keys])


def commit(answer: Response, for_others: bool = True) -> Response:
    """Commit what the request changed together with its answer, a redirect, and return the answer.

    Open pages of the night or game that it is about learn of it, unless it is nothing ``for_others``.
    """
    if for_others:
        tell_others()
    commit_for(answer.location or "")
    return answer


def tell_others() -> None:
    """Let open pages of the night or game that the request is about learn of what it changed."""
    if "subject" in g:
        raise_versions(g.subject.night_id, g.subject.play_id)


def commit_for(address: str) -> None:
    """Commit what the request changed; the answer is a redirect to this address, or the page there."""
    _keep_answers(address)
    db.session.commit()


def commit_step(address: str) -> None:
    """Commit part of a long change; sent again, the form leads to this address.

    It says there that the change has not finished; ``commit`` keeps another one.
    """
    _keep_answers(address)
    g.in_steps = True
    db.session.commit()


def _keep_answers(address: str) -> None:
    """Keep the address that the form leads to, instead of the one that a step has kept."""
    for key in map(_for_subject, submission_keys()):
        if "in_steps" in g:
            forget_answer(key)
        keep_answer(key, address)


with_preview = declares(has_preview=True)
"""Declares that the form of a view can ask, with ``look``, for what it would change."""


def changes_nothing() -> bool:
    """Return whether this form only asks for a preview, on a view that has one, or was refused already."""
    return bool(declared().has_preview and request.form.get("look")) or "refused" in g


def submission_keys() -> list[str]:
    """Return the key of the form that was sent, if it has an id, and those of the forms that it settles."""
    if is_for_programs():
        key, sent = request.headers.get(KEY), request.get_data(as_text=True)
        return [_digest(str(g.subject.club_id), request.path, key, sent)] if key else []
    own = [_digest_of_form()] if "uid" in request.form else []
    return list(dict.fromkeys([*own, *keys_to_settle()]))


def keys_to_settle() -> list[str]:
    """Return the keys of the forms that the one that was sent settles, newest first, and of its hand."""
    named = (*request.form.getlist("settles"), *request.form.getlist(HANDED_OVER))
    keys = (key for key in named if len(key) == KEY_LENGTH)
    return list(keys)[:MOST_SETTLED]


def _digest_of_form() -> str:
    """Return a digest of the form that was sent, which is needed before and after the change.

    An open page may have been given a new token since it sent the form first, and a newer version.
    """
    if (known := request.environ.get(DIGEST)) is not None:
        return str(known)
    fields = ((name, value) for name, value in request.form.items(multi=True) if name not in RENEWED)
    found = _digest(request.path, *(f"{name}={value}" for name, value in fields))
    return str(request.environ.setdefault(DIGEST, found))


def _for_subject(key: str) -> str:
    """Return the key under which the answer is kept: it counts for what the address begins with."""
    return _digest("/".join(request.path.split("/")[:3]), key)


def _digest(*parts: str) -> str:
    return blake2b("\n".join(parts).encode(), digest_size=KEY_LENGTH // 2).hexdigest()


def reuse_token() -> None:
    """Give the forms of an answer in place the token that came with this one, as signing takes a while."""
    if is_in_place() and "csrf_token" in request.form:
        g.csrf_token = request.form["csrf_token"]


def is_in_place() -> bool:
    """Return whether the answer is shown on a page that is open already."""
    return PAGE in request.headers


def leads_here(address: str) -> bool:
    """Return whether a redirect to this address leads back to the page that asks for an answer in place."""
    target = urlsplit(address)
    return is_in_place() and not target.netloc and target.path == request.headers[PAGE]


def with_address(page: Response, address: str) -> Response:
    """Return an answer in place with the address that a redirect would have led to."""
    page.headers["Content-Location"] = address
    return page


def tell_address(answer: Response) -> Response:
    """Return the address that a form leads to instead of a redirect to it; the page that asks goes there."""
    if request.method != "POST" or not is_in_place() or not answer.location:
        return answer
    return with_address(Response(status=204), answer.location)
