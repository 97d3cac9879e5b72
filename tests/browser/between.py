"""What may be between a phone and the app: a proxy that people sign in to, or the network of a hotel."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

Answer = Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]

SIGN_IN = (
    b"<!doctype html><title>Sign in</title><main><h1>Sign in</h1><form><input name=csrf_token></form></main>"
)
LOGIN = "/login"
NOT_FOR_THE_PROXY = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "X-Request-ID")
"""Headers that a proxy may drop or write itself."""


def page(status: str, **headers: str) -> Answer:
    """Return what answers every request with a page of the proxy's, which has a policy of its own."""

    def answer(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response(
            status,
            [
                ("Content-Type", "text/html"),
                ("Content-Security-Policy", "default-src 'self'"),
                *headers.items(),
            ],
        )
        return [SIGN_IN]

    return answer


def redirect_to_login(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Redirect to a page to sign in at, at the same address."""
    if environ["PATH_INFO"] == LOGIN:
        return page("200 OK")(environ, start_response)
    return page("302 Found", Location=LOGIN)(environ, start_response)


class Between:
    """Something between phones and the app, which answers instead of it or drops headers of its answers.

    Attributes:
        answers: what answers instead of the app; None to let everything through.
        drops: the headers that it drops.
        cuts: the end of the address whose answers it cuts short.
    """

    def __init__(self, app: Answer) -> None:
        self.app = app
        self.answers: Answer | None = None
        self.drops: tuple[str, ...] = ()
        self.cuts = ""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, or let the app do it."""
        if self.answers:
            return self.answers(environ, start_response)

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            return start_response(status, [each for each in headers if each[0] not in self.drops], *rest)

        body = self.app(environ, start)
        if self.cuts and environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].endswith(self.cuts):
            return [b"".join(body)[:10]]
        return body
