"""Reasons: sentences with their figures."""

from scorekeeper.rules.hand import Counted, Figure, Reason
from scorekeeper.rules.words import THIEF, TRICK
from tests.rules.sheets import cases


@cases(
    "figure, words",
    {
        "a number": (5, "took 5"),
        "a name": ("Bea", "took Bea"),
        "one of a thing": (Counted(1, TRICK), "took 1 trick"),
        "several of a thing": (Counted(2, THIEF), "took 2 thieves"),
        "none of a thing": (Counted(0, TRICK), "took no tricks"),
        "several figures in a row": (
            (Counted(3, TRICK), Counted(1, THIEF), "a king"),
            "took 3 tricks, 1 thief and a king",
        ),
        "another reason": (Reason("{n} of them", n=4), "took 4 of them"),
    },
)
def test_a_reason_is_rendered_with_its_figures(figure: Figure, words: str) -> None:
    assert str(Reason("took {what}", what=figure)) == words


def test_a_name_with_braces_is_rendered_as_it_is() -> None:
    assert str(Reason("{name} paid", name="{Bea}")) == "{Bea} paid"
    assert str(Reason("paid {Bea}")) == "paid {Bea}"


def test_reasons_are_equal_if_their_words_and_figures_are() -> None:
    reason = Reason("took {n}", n=Counted(5, TRICK))
    assert reason == Reason("took {n}", n=Counted(5, TRICK))
    assert hash(reason) == hash(Reason("took {n}", n=Counted(5, TRICK)))
    assert reason != Reason("took {n}", n=Counted(4, TRICK))
