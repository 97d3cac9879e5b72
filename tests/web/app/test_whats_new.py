"""What each version has changed, as a page of the app."""

import re

from scorekeeper import __version__
from tests.web.markup import read
from tests.web.phone import Phone


def test_the_home_page_leads_to_what_this_version_has_changed(stranger: Phone) -> None:
    (link,) = stranger.open("/").page.all("a", href="/help/new")
    answer = stranger.client.get(link["href"])
    assert answer.headers["Offline-Copy"] == "everyone"
    page = read(answer.text)
    assert page.all("h2")[0].text.startswith(f"{__version__} – ")
    assert "scorekeeper doctor" in [code.text for code in page.all("code")]
    # Nothing is left of the marks of the file.
    assert not re.search(r"[`*]|\]\(|^#|^-", page.one("article").text)
