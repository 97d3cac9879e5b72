"""The base of the forms that are not declared by a game."""

from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.saying import Say
from scorekeeper.web.forms.plain_form import PlainForm, line_field, note_field


class GuestForm(PlainForm):
    """A name and a few words."""

    name = line_field(longest=8, missing="Enter a name.")
    note = note_field(longest=12)


def filled(app: Flask, **typed: str) -> GuestForm:
    """Return the form as it was sent and validated."""
    with app.test_request_context(method="POST"):
        form = GuestForm(formdata=MultiDict(typed), meta={"csrf": False})
        form.validate()
        return form


def test_a_line_loses_its_extra_blanks(app: Flask) -> None:
    assert filled(app, name="  Ann \t B ").name.data == "Ann B"


def test_a_note_keeps_its_lines_and_counts_line_ends_as_one_character(app: Flask) -> None:
    form = filled(app, name="Ann", note="123456\r\n78901\r\n")
    assert (form.note.data, form.refusal) == ("123456\n78901", "")


def test_a_missing_name_is_refused_in_the_words_of_the_form(app: Flask) -> None:
    assert filled(app, note="hello").refusal == "Enter a name."


def test_the_refusal_of_a_long_text_says_how_long_it_may_be(app: Flask) -> None:
    assert filled(app, name="Ann", note="1234567890123").refusal == "There is room for 12 characters."


def test_a_refusal_of_the_store_is_shown_at_its_field(app: Flask) -> None:
    form = filled(app, name="Ann")
    form.refuse("name", Say("{name} is already here.", name="Ann"))
    assert [*map(str, form.name.errors)] == ["Ann is already here."] == [form.refusal]
