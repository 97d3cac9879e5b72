"""Reading scores, and who won."""

import pytest

from scorekeeper.files.cells import (
    NotUnderstood,
    decimal_mark,
    read_score,
    read_winners,
    read_yes_or_no,
)
from scorekeeper.rules.halves import as_number


@pytest.mark.parametrize(
    ("text", "points", "rounded"),
    [
        ("78", 78, ""),
        (" -5 ", -5, ""),
        ("−5", -5, ""),
        ("10+5", 15, ""),
        ("10 + 5 - 2", 13, ""),
        ("25.5", 25.5, ""),
        ("25,5", 25.5, ""),
        ("25½", 25.5, ""),
        ("½", 0.5, ""),
        ("1,234", 1234, ""),
        ("1.234.567", 1234567, ""),
        ("1.234,5", 1234.5, ""),
        ("1 234", 1234, ""),
        ("1\u202f234,5", 1234.5, ""),
        ("12’345", 12345, ""),
        ("2.25", 2, "2.25 is rounded to 2"),
        ("2.3", 2.5, "2.3 is rounded to 2½"),
        *(
            (text, None, "")
            for text in (
                *("", "null", "86+84+", "+", "49-46ish", "36, 42", "1 2", "1 23", "12 34 567", "=1+1", "1e5"),
                *("2000000000", "9" * 100, "78 pts", "12:30"),
            )
        ),
    ],
)
def test_a_score_is_read_or_none(text: str, points: float | None, rounded: str) -> None:
    found, how = read_score(text)
    assert (None if found is None else as_number(found), how) == (points, rounded)


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        (["12,345", "7,5"], [12.5, 7.5]),
        (["12.345", "7.5"], [12.5, 7.5]),
        (["12.345", "7,5"], [12345, 7.5]),
        (["1.234,5", "2.345"], [1234.5, 2345]),
        (["12,345", "7"], [12345, 7]),
        (["7,5", "7.5"], [7.5, 7.5]),
    ],
)
def test_the_decimal_mark_of_a_table_is_not_between_thousands(scores: list[str], points: list[float]) -> None:
    mark = decimal_mark(scores)
    found = [read_score(score, mark)[0] for score in scores]
    assert [None if each is None else as_number(each) for each in found] == points


@pytest.mark.parametrize(
    "text",
    [
        *(
            "yes",
            "TRUE",
            "Won",
            "x",
            "✓",
            "1",
            "Ja",
            "WAHR",
            "oui",
            "VRAI",
            "sí",
            "Sì",
            "si",
            "SIM",
            "VERDADERO",
        ),
        *("tak", "Ano", "áno", "igen", "kyllä", "da", "ναι", "так", "yes!"),
    ],
)
def test_yes_is_understood_in_many_languages(text: str) -> None:
    assert read_yes_or_no(text) is True


@pytest.mark.parametrize(
    "text",
    [
        *(
            "no",
            "FALSE",
            "lost",
            "0",
            "-",
            "Nein",
            "FALSCH",
            "non",
            "FAUX",
            "FALSO",
            "não",
            "nao",
            "nee",
            "nej",
            "draw",
            "niemand",
        ),
        *("nie", "FAŁSZ", "ne", "nem", "ei", "ΟΧΙ", "όχι", "нет"),
    ],
)
def test_no_is_understood_in_many_languages(text: str) -> None:
    assert read_yes_or_no(text) is False


@pytest.mark.parametrize("text", ["", "2", "maybe", "Ann", "1st", "yes and no"])
def test_anything_else_is_neither_yes_nor_no(text: str) -> None:
    assert read_yes_or_no(text) is None


@pytest.mark.parametrize(
    ("ann", "bea", "won"),
    [
        ("Ja", "Nein", {"Ann": True, "Bea": False}),
        ("", "x", {"Ann": None, "Bea": True}),
        ("", "", {"Ann": None, "Bea": None}),
        ("ann", "Ann", {"Ann": True, "Bea": False}),
        ("", "Ann", {"Ann": True, "Bea": False}),
        ("Ann & Bea", "Ann, Bea", {"Ann": True, "Bea": True}),
        ("Bea and Ann", "", {"Ann": True, "Bea": True}),
    ],
)
def test_a_cell_says_yes_or_no_or_who_won(ann: str, bea: str, won: dict[str, bool | None]) -> None:
    assert read_winners({"Ann": ann, "Bea": bea}) == won


@pytest.mark.parametrize(("ann", "bea"), [("maybe", "no"), ("yes", "2"), ("Cal", "Cal"), ("Ann, Cal", "")])
def test_nothing_that_is_not_understood_decides_who_won(ann: str, bea: str) -> None:
    with pytest.raises(NotUnderstood):
        read_winners({"Ann": ann, "Bea": bea})


@pytest.mark.parametrize(
    ("cells", "won"),
    [("213", "Bea"), ("131", "AnnCal"), ("12", "Ann"), ("111", "AnnBeaCal"), ("100", "Ann"), ("010", "Bea")],
)
def test_bare_numbers_are_places_where_they_rank_everyone(cells: str, won: str) -> None:
    said = dict(zip(("Ann", "Bea", "Cal"), cells, strict=False))
    assert read_winners(said) == {name: name in won for name in said}


@pytest.mark.parametrize("cells", ["31", "112", "322", "20", "234"])
def test_other_numbers_are_no_places(cells: str) -> None:
    with pytest.raises(NotUnderstood):
        read_winners(dict(zip(("Ann", "Bea", "Cal"), cells, strict=False)))


def test_in_a_row_for_each_play_a_word_is_a_name_first() -> None:
    assert read_winners({"Si": "Si", "No": "Si"}, only_names=True) == {"Si": True, "No": False}
    assert read_winners({"Ann": "nobody", "Bea": "nobody"}, only_names=True) == {"Ann": False, "Bea": False}
    with pytest.raises(NotUnderstood):
        read_winners({"Ann": "yes", "Bea": "yes"}, only_names=True)
