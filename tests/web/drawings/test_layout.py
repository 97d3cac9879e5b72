"""Labels of drawings never cover each other, and texts fit their lines."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.words import text_width
from scorekeeper.web.drawings.layout import balance, spread_labels, thin_labels, wrap


@given(st.lists(st.floats(5, 95), min_size=1, max_size=10))
def test_no_label_covers_another(wanted: list[float]) -> None:
    found = spread_labels(wanted, 8.4, 5, 95)
    assert all(after - before > 8.399 for before, after in pairwise(sorted(found)))
    assert all(4.999 <= at <= 95.001 for at in found)


def test_labels_that_are_too_close_are_spread_around_their_middle() -> None:
    assert spread_labels([50, 20, 52, 54], 8, 5, 95) == [44, 20, 52, 60]


@given(words=st.text(max_size=300), letters=st.integers(6, 60))
def test_wrapped_lines_fit_and_lose_nothing(words: str, letters: int) -> None:
    for lines in (wrap(words, letters), balance(words, letters)):
        assert all(text_width(line) <= letters for line in lines)
        assert "".join(lines).replace(" ", "") == "".join(words.split())
    assert len(balance(words, letters)) == len(wrap(words, letters))


def test_balanced_lines_are_about_as_long() -> None:
    assert wrap("Jeu de Tarock, after 2 hands", 26) == ["Jeu de Tarock, after 2", "hands"]
    assert balance("Jeu de Tarock, after 2 hands", 26) == ["Jeu de Tarock,", "after 2 hands"]


def test_the_axis_starts_at_zero_where_possible() -> None:
    ticks = thin_labels([2 * at for at in range(41)], [str(at) for at in range(41)], 2)
    assert [tick.words for tick in ticks] == ["0", "4", "8", "12", "16", "20", "24", "28", "32", "36", "40"]


@given(st.lists(st.sampled_from(["1", "30 May 2026", "100"]), min_size=1, max_size=40))
def test_labels_below_the_steps_never_touch_and_include_the_last(words: list[str]) -> None:
    ticks = thin_labels([100 * at / len(words) for at in range(len(words))], words, 2)
    assert ticks[-1].words == words[-1]
    assert all(text_width(a.words) + text_width(b.words) < b.at - a.at for a, b in pairwise(ticks))
