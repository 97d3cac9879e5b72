"""The picture of a game: who won, the standings, the course and the best hand, always on one sheet."""

from collections.abc import Sequence

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.store.clubs.clubs import BadName, normalize_name
from scorekeeper.store.database import db
from scorekeeper.store.models import Player
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.picture import SVG, assert_on_paper, read, words
from tests.web.purse import fortune
from tests.web.table import points, start, whole

PICTURE = "/plays/1/recap.svg"

NAMES = st.text(min_size=1, max_size=40) | st.sampled_from(
    ["</text><script>&\ufffe", "李" * 39, "Maximiliana Wolfeschlegelsteinhausen", "W" * 40]
)


def let_bea_win(scene: Scene) -> None:
    start(scene.owner, target=9)
    whole(scene.owner, "Bea", 5, (3, 5, 3, 2))
    whole(scene.owner, "Bea", 4, (3, 4, 4, 2))


@pytest.fixture
def won(scene: Scene, owner: Phone) -> Phone:
    """Return the phone of a game to nine, which Bea has won."""
    scene.after(let_bea_win)
    return owner


def seat(phone: Phone, players: int) -> None:
    """Start a game of the players' own on a night with so many of them."""
    names = ", ".join(f"Player {number}" for number in range(players))
    phone.open("/").tap("Start a game night").tap("Add", name=names)
    start(phone, "Tally")


def rename_all(app: Flask, names: Sequence[str]) -> None:
    """Give the players other names, as far as these are names."""
    with app.app_context():
        for number, name in enumerate(names, start=1):
            try:
                db.session.get_one(Player, number).name, _ = normalize_name(f"{name}{number}"[-40:])
            except BadName:
                continue
        db.session.commit()


def test_the_picture_of_an_own_game_has_its_name(owner: Phone) -> None:
    points(start(owner, "Tally", title="Côte d’Or"), 5, 1, 1, 0)
    (link,) = owner.open("/plays/1/recap").page.all("a", "picture")
    assert link["download"].startswith("côte-d-or-20")
    assert "filename*=UTF-8''c%C3%B4te-d-or-20" in owner.client.get(PICTURE).headers["Content-Disposition"]


def test_it_has_the_result_the_standings_the_course_and_the_best_hand(won: Phone) -> None:
    answer = won.client.get(PICTURE)
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''coralon-20")
    drawing = read(won, PICTURE)
    said = words(drawing)
    assert said[0].startswith("Coralon, ")
    assert said[1] == "Bea won"
    assert said[2].startswith("9 points, 9 ahead of")
    assert ", ".join(said).count("Bea, 9, Ann, 0, Cal, 0, Dee, 0") == 1
    assert {"In 2 hands", "Bea 9", "Best hand", "Hand 1", "Scorekeeper"} <= {*said}
    assert "Bea bid 5 and made it exactly" in " ".join(said)
    assert len([*drawing.iter(f"{SVG}polyline")]) == 4
    assert_on_paper(drawing)


def test_coins_won_and_lost_have_their_sign(owner: Phone) -> None:
    fortune(owner).tap("12 the King").tap("End game")
    said = words(read(owner, PICTURE))
    standings = {name: said[said.index(name) + 1] for name in ("Ann", "Bea", "Cal", "Dee")}
    assert all(figure == "0" or figure[0] in "+−" for figure in standings.values())
    assert any(figure[0] == "+" for figure in standings.values())


def test_a_running_game_says_how_far_it_is_and_who_leads(coralon: Phone) -> None:
    said = words(read(coralon, PICTURE))
    assert said[1] == "Coralon"
    assert "So far" not in said
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    said = words(read(coralon, PICTURE))
    assert said[1:3] == ["Coralon, after 1 hand", "Bea leads with 5."]
    assert "So far" in said


def test_the_leaders_of_a_running_game_are_named(owner: Phone) -> None:
    start(owner, "Tally")
    for scores, leaders in (((0, 0, 0, 0), "Everyone has 0."), ((2, 2, 1, 0), "Ann and Bea lead with 2.")):
        points(owner.open("/plays/1"), *scores)
        assert leaders in words(read(owner, PICTURE))


def test_a_tie_that_nobody_wins_says_so(owner: Phone) -> None:
    points(start(owner, "Tally"), 1, 1, 0, 0).tap("End game")
    assert words(read(owner, PICTURE))[1] == "Nobody won"


@pytest.mark.parametrize("players", [2, 6, 20])
def test_no_name_and_no_total_leaves_the_sheet(app: Flask, stranger: Phone, players: int) -> None:
    seat(stranger, players)
    points(stranger, *(9999999999 - 999999999 * at for at in range(players)))
    points(stranger, *range(players)).tap("End game")

    @settings(max_examples=settings().max_examples // 2)
    @given(names=st.lists(NAMES, min_size=players, max_size=players))
    def holds(names: list[str]) -> None:
        rename_all(app, names)
        drawing = read(stranger, PICTURE)
        assert not [*drawing.iter(f"{SVG}script")]
        assert_on_paper(drawing)

    holds()
