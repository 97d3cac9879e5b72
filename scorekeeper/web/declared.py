"""Declarations of views about themselves, for what looks at every request or answer."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from flask import current_app, request

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Declared:
    """The declarations of a view.

    Attributes:
        offline_copy: whether a phone may keep its page, as one that shows nothing of a club ("everyone"), or
            one of a night and its games ("night"): never one that shows a link, as anyone who finds the phone
            could use it.
        is_shared: whether it shows nothing of anyone, so that browsers and proxies may keep it; nothing else.
        is_versioned: whether its address changes with its content.
        without_cookie: whether it is answered without a cookie.
        rate_limit: the limit that counts its requests (``rate_limits.py``).
        has_preview: whether its form can ask, with ``look``, for what it would change.
        saves: the entry that its form has: a hand, its bid, or the correction of a hand.
        also_typed: fields of its form that people type into, besides the usual ones.
    """

    offline_copy: Literal["", "everyone", "night"] = ""
    is_shared: bool = False
    is_versioned: bool = False
    without_cookie: bool = False
    rate_limit: str = ""
    has_preview: bool = False
    saves: Literal["", "hand", "bid", "correction"] = ""
    also_typed: tuple[str, ...] = ()


NOTHING = Declared()


def declares(**what: Any) -> Callable[[View], View]:
    """Return a decorator with which a view declares something about itself."""

    def note(view: View) -> View:
        view.declared = replace(declared_by(view), **what)  # type: ignore[attr-defined]
        return view

    return note


def declared_by(view: Callable[..., Any] | None) -> Declared:
    """Return what a view declares."""
    return getattr(view, "declared", NOTHING)


def declared() -> Declared:
    """Return what the view of this request declares."""
    return declared_by(current_app.view_functions.get(request.endpoint or ""))
