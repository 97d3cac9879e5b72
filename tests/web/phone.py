"""A phone that runs no JavaScript: it opens pages, taps their buttons, and sends their forms."""

from io import BytesIO
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask

from tests.web.markup import Node, read

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0 Mobile"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0"

CAST = ("Ann", "Bea", "Cal", "Dee")

Fields = list[tuple[str, str]]


class Phone:
    """A browser with cookies of its own.

    Attributes:
        page: what it shows.
        status: the answer's status.
        path: where it is.
        token: what protects this browser's forms; every one of them has it.
    """

    def __init__(self, app: Flask, agent: str = LAPTOP) -> None:
        self.client = app.test_client()
        self.headers = {"User-Agent": agent}
        self.page = Node("page", {})
        self.status = 0
        self.path = "/"
        self.token = ""

    def tab(self) -> "Phone":
        """Return another tab of this browser, which shows the same."""
        tab = Phone(self.client.application)
        tab.become(self)
        return tab

    def become(self, other: "Phone") -> None:
        """Show what another tab shows, as a tab of the same browser."""
        self.headers = dict(other.headers)
        self.cookie = other.cookie
        self.page, self.status, self.path, self.token = other.page, other.status, other.path, other.token

    @property
    def cookie(self) -> str:
        """The value of the cookie by which the app knows this browser; empty without one."""
        found = self.client.get_cookie(cookie_of(self.client.application))
        return found.value if found else ""

    @cookie.setter
    def cookie(self, value: str) -> None:
        self.client.delete_cookie(name := cookie_of(self.client.application))
        if value:
            self.client.set_cookie(name, value)

    # Going somewhere

    def open(self, path: str) -> "Phone":
        """Go to an address; of one that other phones can reach only the path matters here."""
        return self._show(urlsplit(path)._replace(scheme="", netloc="").geturl(), "GET")

    def follow(self, link: str) -> "Phone":
        """Tap the link that begins with these words; one without words has them as its label."""
        found = [node for node in self.page.all("a") if (node.text or node["aria-label"]).startswith(link)]
        assert found, f"no link “{link}” on this page:\n{self.page.text}"
        return self.open(_beside(self.path, found[0]["href"]))

    def reload(self) -> "Phone":
        """Open the same page again."""
        return self.open(self.path)

    # Forms

    def tap(self, button: str, form: str = "", **typed: Any) -> "Phone":
        """Fill in the form that a button belongs to, and tap the button.

        ``form`` is the end of the form's address where several buttons are called the same. A name that the
        form does not have, or a choice that it does not offer, is a failure: nobody could send it.
        """
        pressed, sent = self.filled(button, form, **typed)
        action = pressed["formaction"] or _form(pressed)["action"]
        if _form(pressed)["method"] != "post":
            return self.open(f"{_beside(self.path, action).partition('?')[0]}?{urlencode(sent)}")
        return self._show(_beside(self.path, action), "POST", sent)

    def filled(self, button: str, form: str = "", **typed: Any) -> tuple[Node, Fields]:
        """Return the button, and what a tap on it would send."""
        called = [node for node in self.page.all("button") if button in (node.text, node["aria-label"])]
        found = [node for node in called if _form(node)["action"].endswith(form)]
        assert len(found) == 1, f"{len(found)} buttons “{button}” on this page:\n{self.page.text}"
        pressed = found[0]
        sent = _fields(_form(pressed), {name: _text(value) for name, value in typed.items()})
        return pressed, [*sent, *([(pressed["name"], pressed["value"])] if pressed["name"] else [])]

    def form(self, button: str, form: str = "", **typed: Any) -> tuple[str, Fields]:
        """Return the address of the form that a button belongs to, and what a tap on it would send."""
        pressed, sent = self.filled(button, form, **typed)
        return _beside(self.path, _form(pressed)["action"]).split("?")[0], sent

    def taps(self, words: str) -> list[tuple[str, Fields]]:
        """Return where each button that begins with these words leads, and what a tap on it would send."""
        buttons = [
            node for node in self.page.all("button") if (node["aria-label"] or node.text).startswith(words)
        ]
        forms = [_form(node) for node in buttons if any(around.tag == "form" for around in node.around)]
        return [
            (
                _beside(self.path, form["action"]).split("?")[0],
                [(node["name"], node["value"]) for node in form.all("input")],
            )
            for form in forms
        ]

    def send_file(self, button: str, name: str, data: bytes) -> "Phone":
        """Choose a file in the form that a button belongs to, and tap the button."""
        pressed, sent = self.filled(button)
        return self._show(_beside(self.path, _form(pressed)["action"]), "POST", sent, (BytesIO(data), name))

    def download(self, path: str) -> bytes:
        """Return the file at an address, which the phone saves instead of showing it."""
        answer = self.client.get(path)
        assert answer.headers["Content-Disposition"].startswith("attachment")
        return answer.data

    def send(self, path: str, **typed: Any) -> "Phone":
        """Send what no form of this page would, such as one from an old page or from an attacker."""
        sent = {"csrf_token": self.token, **{name: _by_seat(name, value) for name, value in typed.items()}}
        return self._show(
            path, "POST", [(name, text) for name, value in sent.items() for text in _text(value)]
        )

    def replay(self, path: str, sent: Fields) -> "Phone":
        """Send again what was filled in before."""
        return self._show(path, "POST", sent)

    # Looking

    @property
    def problems(self) -> list[str]:
        """The problems that the page lists."""
        return self.page.texts(kind="problem")

    def value(self, name: str) -> str:
        """Return the value of the field of that name: what was typed or chosen, or else what is hidden."""
        for node in sorted(self.page.all(name=name), key=lambda node: node["type"] == "hidden"):
            if node.tag == "textarea":
                return _stands(node)[0]
            if node.tag == "select":
                return next((_value(option) for option in node.all("option", selected="")), "")
            if node["type"] not in ("radio", "checkbox"):
                return node["value"]
            if "checked" in node.attrs:
                return next((name for name, _ in _players(node)), node.attrs.get("value", "on"))
        assert self.page.all(name=name), f"no field “{name}” on this page"
        return ""

    def refused(self, name: str, sentence: str) -> None:
        """Check that the page refuses a field, with this sentence beside it."""
        assert self.status == 422
        said = self.page.one(id=f"wrong-{name}")
        assert sentence in (said.text, *said.texts("p", "problem"))
        marked = self.page.all(**{"aria-describedby": f"wrong-{name}"})
        assert marked, f"nothing is marked for “{sentence}”"
        assert set(said.around) & set(marked[0].around) - {self.page}

    def _show(
        self, path: str, method: str, sent: Fields | None = None, file: tuple[BytesIO, str] | None = None
    ) -> "Phone":
        form: dict[str, Any] = {}
        for name, value in sent or ():
            form.setdefault(name, []).append(value)
        if file:
            form["file"] = file
        answer = self.client.open(path, method=method, data=form, headers=self.headers, follow_redirects=True)
        self.status, self.path = answer.status_code, answer.request.full_path.rstrip("?")
        self.page = read(answer.text)
        self.token = next((node["value"] for node in self.page.all("input", name="csrf_token")), self.token)
        return self


def cookie_of(app: Flask) -> str:
    """Return the name of an app's cookie."""
    return str(app.config["SESSION_COOKIE_NAME"])


def _form(button: Node) -> Node:
    if button["form"]:
        return [*button.around][-1].one("form", id=button["form"])
    return next(node for node in button.around if node.tag == "form")


def _fields(form: Node, typed: dict[str, list[str]]) -> Fields:
    """Return what a form sends, with what was typed instead of the values in it."""
    sent: Fields = []
    known: dict[str, list[Node]] = {}
    for node in form:
        if node.tag in ("input", "select", "textarea") and node["name"]:
            known.setdefault(node["name"], []).append(node)
    assert not (unknown := typed.keys() - known.keys()), f"no field {unknown} in this form: {list(known)}"
    for name, nodes in known.items():
        offered = [value for node in nodes for value in _offers(node)]
        if name in typed:
            seats = dict(pair for node in nodes for pair in _players(node))
            typed[name] = [seats.get(text, text) for text in typed[name]]
            assert not offered or set(typed[name]) <= {*offered, ""}, f"{name} offers {offered}"
            sent += [(name, text) for text in typed[name] if text or not offered]
        else:
            sent += [(name, text) for node in nodes for text in _stands(node)]
    return sent


def _by_seat(name: str, value: Any) -> Any:
    """Return the seat of one of the usual players in a field that names a player of a hand."""
    return CAST.index(value) if name in ("bidder", "partner", "dealer", "winner") and value in CAST else value


def _players(node: Node) -> list[tuple[str, str]]:
    """Return the names of the players whom a field or its options stand for by their seats, with these."""
    if node.tag == "select":
        said = [(option.text, _value(option)) for option in node.all("option")]
    elif node["type"] in ("radio", "checkbox"):
        label = next((around for around in node.around if around.tag == "label"), None)
        said = [(label.text, node["value"])] if label else []
    else:
        return []
    return [
        (name, value)
        for words, value in said
        if value.isdigit() and not words.isdigit() and words != "Zero"
        for name in words.split(" and ")
    ]


def _offers(node: Node) -> list[str]:
    """Return the values to choose from; none where something is typed."""
    if node.tag == "select":
        return [_value(option) for option in node.all("option")]
    return [node.attrs.get("value", "on")] if node["type"] in ("radio", "checkbox") else []


def _stands(node: Node) -> list[str]:
    """Return what is sent for a field that nobody touched."""
    if node.tag == "textarea":
        # Browsers leave out a line break with which it begins, and WTForms writes one for them.
        return ["".join(str(words) for words in node.inside).removeprefix("\r\n")]
    if node.tag == "select":
        chosen = [_value(option) for option in node.all("option") if "selected" in option.attrs]
        return chosen or _offers(node)[:1]
    if node["type"] in ("radio", "checkbox"):
        return [node.attrs.get("value", "on")] if "checked" in node.attrs else []
    return [node["value"]]


def _value(option: Node) -> str:
    return option.attrs.get("value", option.text)


def _text(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _beside(path: str, link: str) -> str:
    """Return the address that a link on a page leads to."""
    if not link or link.startswith("?"):
        return path.split("?")[0] + link
    return link
