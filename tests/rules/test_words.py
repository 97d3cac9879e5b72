"""Words for names."""

from scorekeeper.rules.words import short_names


def test_a_short_name_is_the_shortest_beginning_that_tells_it_from_the_others() -> None:
    assert short_names(["Maximilian", "Christopher", "Bo", "李雷"]) == ["Max", "Chris", "Bo", "李雷"]
    assert short_names(["Maximilian", "Max", "Maxine"]) == ["Maxim", "Max", "Maxin"]
    assert short_names(["Anna-Katharina von der Tann", "Anna Katharina"]) == ["Anna-K", "Anna K"]
    assert short_names(["Maximilian", "Maximiliane", "Eve"]) == ["Max…n", "Max…e", "Eve"]
    assert short_names(["Ann", "Anna", "Anne"]) == ["Ann", "Anna", "Anne"]
