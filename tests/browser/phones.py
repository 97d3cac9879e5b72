"""Phones that tests use one after another, as starting one takes as long as entering a hand on it.

A phone that is put away forgets all but the files of the app. One that can't is thrown away.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, WebError

from tests.browser.browser import PHONE

Options = Mapping[str, Any]
"""What a browser's context is opened with."""

LASTING = (
    *("add_init_script", "add_locator_handler", "expose_binding", "expose_function", "on", "once"),
    *("grant_permissions", "set_extra_http_headers", "set_geolocation"),
    *("install", "pause_at", "set_fixed_time", "set_system_time"),
)
"""What a test does to a phone, its page or its clock that opening another page does not undo."""

USUAL = {*PHONE, "base_url", "color_scheme", "user_agent"}
"""The options that phones may have to be used again."""

TIMEOUT = 30_000
"""Milliseconds for which a phone waits, as long as the test says nothing else."""


class Phone:
    """A context of the browser, with a page.

    Attributes:
        is_changed: whether something was done that it can't forget.
    """

    def __init__(self, browser: Browser, options: Options) -> None:
        self.options, self.is_changed = options, False
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()

    def watch(self) -> None:
        """Note from now on what can't be forgotten."""
        for holder in (self.page, self.context, self.context.clock):
            for name in LASTING:
                if method := getattr(holder, name, None):
                    setattr(holder, name, self._noting(method))

    def _noting(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def noted(*args: Any, **options: Any) -> Any:
            self.is_changed = True
            return method(*args, **options)

        return noted

    def forget(self, origin: str) -> bool:
        """Forget what was done in the app at this address, and return whether that was possible."""
        page, context, options = self.page, self.context, self.options
        if self.is_changed or context.pages != [page] or not page.url.startswith(origin):
            return False
        try:
            context.set_offline(False)
            context.unroute_all()
            page.unroute_all()
            page.evaluate("sessionStorage.clear()")
            page.goto("about:blank")
            # A session that stays would end what the page pretends, such as that it is printed.
            session = context.new_cdp_session(page)
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            session.detach()
            context.clear_cookies()
            page.set_viewport_size(options["viewport"])
            page.emulate_media(
                media="null",
                color_scheme=options["color_scheme"],
                reduced_motion=options["reduced_motion"],
            )
            page.set_default_timeout(TIMEOUT)
        except Error:
            return False
        return True


class Phones:
    """The phones of one browser.

    Attributes:
        problems: what goes wrong in their pages.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.problems: list[str] = []
        self._in_use: list[Phone] = []
        self._idle: list[Phone] = []

    def take(self, options: Options, like: Page | None = None, fresh: bool = False) -> Page:
        """Return the page of a phone with these options.

        Args:
            options: what its context is opened with.
            like: a page of another phone whose cookies it has: the app takes it for the same phone.
            fresh: whether it must not even have the files of the app.
        """
        found = next((phone for phone in self._idle if phone.options == options and not fresh), None)
        if found:
            self._idle.remove(found)
        else:
            found = self._open(options)
        if like:
            found.context.add_cookies(like.context.cookies())  # type: ignore[arg-type]
        self._in_use.append(found)
        return found.page

    def _open(self, options: Options) -> Phone:
        phone = Phone(self.browser, options)
        self.note_problems_of(phone.context)
        phone.watch()
        return phone

    def note_problems_of(self, context: BrowserContext) -> None:
        """Note from now on what goes wrong in the pages of a context."""
        context.on("weberror", self._note_exception)
        context.on("console", self._note_message)

    def put_away(self, origin: str) -> None:
        """Keep the phones that can be used again; they used the app at this address."""
        self.problems = []
        for phone in self._in_use:
            # Without scripts there is nothing to start, and a service worker is there to stay.
            is_usual = phone.options.keys() <= USUAL and phone.options["service_workers"] == "block"
            if is_usual and phone.forget(origin):
                self._idle.append(phone)
            else:
                phone.context.close()
        self._in_use.clear()

    def _note_exception(self, error: WebError) -> None:
        self.problems.append(f"{error.page.url if error.page else 'somewhere'}: {error.error}")

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"{message.location['url']}: {message.text}")
