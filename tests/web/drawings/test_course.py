"""The course of a game: every line can be told apart without colour, and every figure can be read."""

from itertools import pairwise

import pytest
from flask import Flask, get_template_attribute
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.saying import Say
from scorekeeper.web.drawings.course import LINE_HEIGHT, CourseDrawing, Series, draw_course
from tests.web.markup import Node, read

FIGURES = st.integers(-(10**9), 10**9)
NAMES = st.text("abcdefghijklmnopqrstuvwxyzÄ李雷 ", min_size=1, max_size=40)


def drawn(app: Flask, course: CourseDrawing) -> Node:
    """Return a course as a page shows it."""
    with app.test_request_context():
        return read(
            str(get_template_attribute("drawings/course.html", "draw_course")(course, "test", "Hand"))
        )


def evening() -> CourseDrawing:
    """Return the course of two players over three hands."""
    return draw_course(
        Say("An evening"),
        ["1", "2", "3"],
        [
            Series("Ann", [4, -2, 7], [1], won=True, bids={1: False, 2: True}),
            Series("<Bea>", [0, None, 6], [9]),
        ],
        target=5,
    )


def test_every_line_has_its_players_mark_and_name_and_a_dash_of_its_own(app: Flask) -> None:
    page = drawn(app, evening())
    assert [text for text in page.texts("text") if text[0] in "A<"] == ["<Bea> 6", "Ann 7"]
    assert {use["href"].partition("#")[2] for use in page.all("use")} == {"m1"}  # 1 and 9 share one
    assert [line.attrs.get("stroke-dasharray") for line in page.all("polyline")] == ["8 4", None]


def test_a_line_is_led_to_its_mark_where_several_end(app: Flask) -> None:
    series = [Series("Ann", [70], [1]), Series("Bea", [69], [2])]
    course = draw_course(Say("An evening"), ["1"], series)
    marked = [(f"{line.end:.1f}%", f"{line.label.at:.1f}%") for line in course.lines]
    assert [(line["y1"], line["y2"]) for line in drawn(app, course).all("line")[-2:]] == marked
    assert all(end != at for end, at in marked)


def test_the_winners_line_is_thick_and_above_the_others(app: Flask) -> None:
    assert [line["stroke-width"] for line in drawn(app, evening()).all("polyline")] == ["2", "3.5"]


def test_the_lines_of_several_winners_are_told_apart() -> None:
    series = [Series(name, [0, 2], [at], won=True) for at, name in enumerate(("Ann", "Bea"))]
    assert [line.dash for line in draw_course(Say("Wins"), ["0", "1"], series).lines] == ["8 4", "2 4"]


def test_a_plain_course_has_marks_without_words_and_bids(app: Flask) -> None:
    series = [Series("Ann", [4, -2, 7], [1], bids={1: False, 2: True})]
    page = drawn(app, draw_course(Say("An evening"), ["1", "2", "3"], series, plain=True))
    assert page.texts("text") == ["1", "2", "3"]
    assert len(page.all("use")) == 1
    assert not page.all("circle")
    assert not page.all("figcaption")


def test_in_ems_marks_lines_and_dashes_are_as_large_as_the_text(app: Flask) -> None:
    with app.test_request_context():
        inside = get_template_attribute("drawings/course.html", "course_inside")
        page = read(str(inside(evening(), size=0.6, unit="em")))
    assert [line["stroke-width"] for line in page.all("polyline")] == ["0.1em", "0.175em"]
    assert page.all("polyline")[0]["stroke-dasharray"] == "0.4em 0.2em"
    assert {mark["width"] for mark in page.all("use")} == {"0.6em"}


@pytest.mark.parametrize(
    ("names", "said"),
    [(("Felix", "Nora"), ["Felix 7", "Nora 6"]), (("Maximilian", "Nora"), ["Max 7", "Nor 6"])],
)
def test_names_are_whole_where_there_is_room_for_all(names: tuple[str, str], said: list[str]) -> None:
    series = [Series(name, [4, 7 - at], [at], name[:3]) for at, name in enumerate(names)]
    assert [line.label.words for line in draw_course(Say("Any"), ["1", "2"], series).lines] == said


def test_a_step_without_a_figure_has_no_point() -> None:
    assert [len(line.points.split()) for line in evening().lines] == [2, 3]


def test_bids_are_dots_and_those_missed_are_open(app: Flask) -> None:
    assert [dot.attrs.get("class") for dot in drawn(app, evening()).all("circle")] == ["missed", None]


def test_the_target_is_named() -> None:
    target = evening().target
    assert target
    assert target.words == "5"


def test_a_course_is_an_image_with_a_title_and_a_table(app: Flask) -> None:
    page = drawn(app, evening())
    image = page.one("svg", role="img")
    said = [page.one(id=id).text for id in image["aria-labelledby"].split()]
    assert said == ["An evening", "At the end: Ann 7 and <Bea> 6."]
    assert [row.text for row in page.one("table").all("tr")] == ["Hand Ann <Bea>", "1 4 0", "2 −2", "3 7 6"]


@given(st.lists(st.tuples(NAMES, st.lists(FIGURES, min_size=30, max_size=30)), min_size=1, max_size=20))
def test_every_course_stays_within_its_frame(players: list[tuple[str, list[int]]]) -> None:
    days = [str(number) for number in range(30)]
    course = draw_course(Say("Any"), days, [Series(name, values, [3]) for name, values in players])
    for line in course.lines:
        for point in line.points.split():
            assert all(0 <= float(at) <= 100 for at in point.split(","))
    labels = sorted(line.label.at for line in course.lines)
    assert 0 <= labels[0] <= labels[-1] <= 100
    if len(labels) <= 10:
        assert all(after - before > LINE_HEIGHT - 0.001 for before, after in pairwise(labels))
