"""Names from right to left turn nothing around them, and only where people read them."""

import json

import pytest

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.phone.scoring import answer
from scorekeeper.web import filters
from scorekeeper.web.isolation import isolated
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import start, whole

MUHAMMAD, AMIT, COHEN = "محمد", "עמית", 'ד"ר כהן'
NAMES = [MUHAMMAD, AMIT, COHEN, "Thomas M.", "Ann"]


def shown(html: str) -> str:
    """Return HTML with the marks around what stands alone as brackets."""
    return isolated(html, NAMES).replace("\u2068", "[").replace("\u2069", "]")


@pytest.mark.parametrize(
    ("html", "read"),
    [
        (f"Nobody won; Thomas M. and {MUHAMMAD} 5", f"Nobody won; Thomas M. and [{MUHAMMAD}] 5"),
        (f"<b>{MUHAMMAD}, {AMIT}</b> and Ann", f"<b>[{MUHAMMAD}], [{AMIT}]</b> and Ann"),
        (f"{MUHAMMAD}’s turn", f"[{MUHAMMAD}]’s turn"),
        ("ד&#34;ר כהן bid 5", "[ד&#34;ר כהן] bid 5"),
        (f"{MUHAMMAD}ون and {MUHAMMAD}", f"{MUHAMMAD}ون and [{MUHAMMAD}]"),
        (f'<a href="/x" title="{AMIT}">{AMIT}</a>', f'<a href="/x" title="{AMIT}">[{AMIT}]</a>'),
        (f'<input value="{AMIT}">', f'<input value="{AMIT}">'),
        (f"<textarea>{AMIT} 5</textarea>{AMIT}", f"<textarea>{AMIT} 5</textarea>[{AMIT}]"),
        (
            f"<title>{AMIT}</title><text x='1'>{AMIT} 9</text>",
            f"<title>{AMIT}</title><text x='1'>[{AMIT}] 9</text>",
        ),
        (f'<p id="news" data-notice="{AMIT}: 5">x</p>', f'<p id="news" data-notice="[{AMIT}]: 5">x</p>'),
        (f'<p class="note">{AMIT} שלום</p>', f'<p class="note">{AMIT} שלום</p>'),
        ("Ann and Thomas M. 5", "Ann and Thomas M. 5"),
    ],
)
def test_a_name_is_isolated_where_it_is_read_and_nowhere_else(html: str, read: str) -> None:
    assert shown(html) == read


def play_with_two_alphabets(scene: Scene) -> None:
    owner = scene.owner
    for player, name in ((2, MUHAMMAD), (3, AMIT)):
        owner.open(f"/players/{player}").tap("Rename", name=name)
    start(owner, target=5)
    whole(owner, "2", 5, (3, 3, 5, 2))


SENTENCES = {
    "/plays/1": "[עמית] wins",
    "/plays/1/board": "[עמית] wins",
    "/plays/1/recap.svg": "[עמית] w",
    "/clubs/1/archive": "[עמית]</bdi> won",
    "/": "Ann, [محمد], [עמית] and Dee",
    "/nights/1": "[עמית]",
    "/nights/1/board": "[עמית]",
}


@pytest.mark.parametrize(("path", "sentence"), SENTENCES.items())
def test_each_name_of_a_list_or_sentence_of_a_page_is_isolated(
    scene: Scene, owner: Phone, path: str, sentence: str
) -> None:
    scene.after(play_with_two_alphabets)
    page = owner.client.get(path).text
    assert sentence in page.replace("\u2068", "[").replace("\u2069", "]")


@pytest.mark.parametrize(
    "path",
    [
        "/plays/1/scoresheet.json",
        "/plays/1/hands.csv",
        "/clubs/1/games.csv",
        "/nights/1/night.json",
        "/plays/1/said",
    ],
)
def test_what_leaves_the_app_or_is_spoken_has_no_marks(scene: Scene, owner: Phone, path: str) -> None:
    scene.after(play_with_two_alphabets)
    text = owner.client.get(path).text
    assert AMIT in text or AMIT in str(json.loads(text))
    assert "\u2068" not in text
    assert "\\u2068" not in text


def test_a_phone_that_draws_the_sheet_itself_does_it_too(scene: Scene, owner: Phone) -> None:
    scene.after(play_with_two_alphabets)
    play = owner.client.get("/plays/1/engine.json").get_json()
    drawn = json.loads(answer("score", json.dumps([play])))
    assert f"\u2068{AMIT}\u2069 won" in drawn["heading"]
    assert f"\u2068{MUHAMMAD}\u2069" in drawn["board"]


def test_a_page_is_shown_as_it_is_while_the_database_fails(
    scene: Scene, owner: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.after(play_with_two_alphabets)

    def fail(_: str) -> None:
        raise StorageError(StorageFault.BUSY)

    monkeypatch.setattr(filters, "names_seen_by", fail)
    assert AMIT in owner.client.get("/plays/1").text


def test_a_form_has_the_name_as_it_is_written(scene: Scene, owner: Phone) -> None:
    scene.after(play_with_two_alphabets)
    assert owner.open("/players/2").value("name") == MUHAMMAD
