"""Browser contexts that one test after another uses, each as empty as a new one.

A new context reads and compiles every file of the app again, which takes longer than most tests.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

Options = dict[str, Any]
Handler = Callable[[Any], None]

LASTING = (
    "add_init_script",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "on",
    "once",
    "route",
    "set_extra_http_headers",
    "set_offline",
)
"""What changes a context for all the pages to come, so that no other test uses it afterwards."""

MOST = 4
"""Contexts that are kept; more would hardly be used again."""


class Contexts:
    """The contexts of one browser that no test uses."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: list[tuple[Options, BrowserContext]] = []
        self.changed: set[BrowserContext] = set()
        for name in LASTING:
            setattr(BrowserContext, name, noting(getattr(BrowserContext, name), self.changed))
        for kind, name in ((BrowserContext, "clock"), (Page, "clock")):
            setattr(kind, name, property(noting(getattr(kind, name).fget, self.changed)))

    def page(self, options: Options, handlers: Mapping[str, Handler]) -> Page:
        """Return a page of a context with these options, in which nothing has been kept.

        The handlers, by their events, are called until the context is given back.
        """
        options = {**options}
        state = options.pop("storage_state", {"cookies": [], "origins": []})
        at = next((at for at, (known, _) in enumerate(self.free) if known == options), None)
        if at is None:
            context = self.browser.new_context(**options)
            context.new_page()  # stays, and with it the process that the pages of the context share
            page = context.new_page()
        else:
            _, context = self.free.pop(at)
            page = context.new_page()
            forget(page, options["base_url"])
        context.add_cookies(state["cookies"])
        if state["origins"]:
            context.set_storage_state(state)
        for event, handler in handlers.items():
            context.on(event, handler)  # type: ignore[call-overload]
        self.changed.discard(context)
        return page

    def give_back(self, options: Options, context: BrowserContext, handlers: Mapping[str, Handler]) -> None:
        """Close the pages of a context, and keep it for another test unless this one has changed it."""
        if context in self.changed or options["service_workers"] == "allow":
            self.changed.discard(context)
            context.close()
            return
        for page in context.pages[1:]:
            page.close()
        for event, handler in handlers.items():
            context.remove_listener(event, handler)
        context.clear_cookies()
        self.free.append(({key: options[key] for key in options if key != "storage_state"}, context))
        if len(self.free) > MOST:
            _, oldest = self.free.pop(0)
            oldest.close()


def noting(method: Callable[..., Any], changed: set[BrowserContext]) -> Callable[..., Any]:
    """Return a method of a page or context that notes its context whenever it is called."""

    @wraps(method)
    def noted(self: Page | BrowserContext, *given: Any, **named: Any) -> Any:
        changed.add(self.context if isinstance(self, Page) else self)
        return method(self, *given, **named)

    return noted


def forget(page: Page, address: str) -> None:
    """Remove what the phone has kept for this address, other than its files."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    session.detach()
