"""Cookies that no clock can end, as a phone's cookie is all that says which phone it is."""

from datetime import UTC, datetime
from typing import Any

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

FAR_FUTURE = datetime(9999, 1, 1, tzinfo=UTC)


class ClocklessSessions(SecureCookieSessionInterface):
    """Signed cookies that are valid at any time.

    The server's clock may be set back or forward, or start in 1970 after a power cut, as on a small computer
    without a battery. A cookie that looks old, or as if it came from the future, signs nobody out.
    """

    def __init__(self) -> None:
        self.made: tuple[Any, URLSafeTimedSerializer | None] = None, None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the cookies; it is made once, and again only for other keys."""
        keys = app.secret_key, tuple(app.config["SECRET_KEY_FALLBACKS"] or ())
        known, serializer = self.made
        if known != keys:
            serializer = super().get_signing_serializer(app)
            self.made = keys, serializer
        return serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what the cookie holds; nothing if its signature is wrong."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return when the browser may delete the cookie; it shortens that itself, by its own clock."""
        return FAR_FUTURE if session.permanent else None


def init_app(app: Flask) -> None:
    """Let no clock end the app's sessions."""
    app.session_interface = ClocklessSessions()
