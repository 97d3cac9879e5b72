"""Reading plays from a table."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.files.columns import find_table
from scorekeeper.files.foreign import Translated
from scorekeeper.files.plays_csv import read_plays
from scorekeeper.files.schema import BadFile
from scorekeeper.rules.halves import as_number


def read(text: str) -> Translated:
    table = find_table(text)
    assert table is not None
    return read_plays(table, "UTC")


def plays(text: str) -> list[tuple[str, str, dict[str, tuple[float, bool | None]]]]:
    """Return the day, the game and the results of each play."""
    return [
        (
            f"{game.started_at:%Y-%m-%d %H:%M}",
            game.sheet["options"]["title"],
            {
                name: (as_number(seat.total), seat.won)
                for name, seat in zip(game.seats, game.results, strict=True)
            },
        )
        for night in read(text).nights
        for game in night.games
    ]


def remarks(text: str) -> list[str]:
    return [*map(str, read(text).remarks.sentences)]


AZUL = ("2024-11-25 19:00", "Azul", {"Ann": (78.5, True), "Bea": (71, False)})


@pytest.mark.parametrize(
    "text",
    [
        "date,game,player,score,won\n2024-11-25,Azul,Ann,78.5,yes\n2024-11-25,Azul,Bea,71,no\n",
        "Date;Game;Player;Score;Won\r\n25.11.2024;Azul;Ann;78,5;x\r\n\r\n25.11.2024;Azul;Bea;71;\r\n",
        'won\tscore\tplayer\tgame\tdate\n1\t78.5\tAnn\t"Azul"\t2024/11/25\n0\t71\tBea\tAzul\t2024/11/25',
        "date,game,player,score\n11/25/2024,Azul,Ann,78.5\n11/25/2024,Azul,Bea,71",
        "date,game,player,score\n25/11/2024,Azul,Ann,78.5\n25/11/2024,Azul,Bea,71",
        "Play ID,date,quantity,length,incomplete,location,item name,name,startposition,score,new,rating,win\n"
        "9,2024-11-25,1,0,0,,Azul,Ann,1,78.5,0,0,1\n9,2024-11-25,1,0,0,,Azul,Bea,2,71,0,0,0\n",
        "Date,Game,Location,Times Played,Number of Players,Player 1,Player 1 Score,Player 1 Rating,Player 2,"
        "Player 2 Score,Player 2 Rating,Player 3,Player 3 Score,Winner,Comments\n"
        "2024-11-25,Azul,,1,2,Ann,78.5,,Bea,71,,,,Ann,Close\n",
    ],
    ids=["commas", "semicolons", "tabs", "month first", "day first", "XML as a table", "a row for each play"],
)
def test_a_table_is_read(text: str) -> None:
    assert plays(text) == [AZUL]


def test_plays_end_where_a_player_comes_again_or_the_time_or_id_changes() -> None:
    heading = "date,time,game,player,id\n"
    rows = [
        *("2024-11-25,,Azul,Ann,", "2024-11-25,,Azul,Bea,"),
        *("2024-11-25,,Azul,Bea,", "2024-11-25,,Azul,Cal,"),
        *("2024-11-25,20:30,Azul,Dee,", "2024-11-25,20:30,Azul,Eve,"),
        *("2024-11-25,20:30,Azul,Ann,4", "2024-11-25,20:30,Azul,Bea,4"),
    ]
    assert [(*names,) for _, _, names in plays(heading + "\n".join(rows))] == [
        ("Ann", "Bea"),
        ("Bea", "Cal"),
        ("Dee", "Eve"),
        ("Ann", "Bea"),
    ]


def test_one_team_wins_or_loses_together() -> None:
    rows = "date,game,player,score,won,team\n2024-11-25,Hanabi,Ann,17,{0},1\n2024-11-25,Hanabi,Bea,,{0},1\n"
    for won in ("yes", "no"):
        (night,) = read(rows.format(won)).nights
        assert night.games[0].sheet["hands"] == [{"result": "won" if won == "yes" else "lost", "score": 17}]
        assert [seat.won for seat in night.games[0].results] == [won == "yes"] * 2


def test_a_game_that_does_not_count_there_does_not_count_here() -> None:
    rows = "date,game,player,counts\n2024-11-25,Azul,Ann,{0}\n2024-11-25,Azul,Bea,{0}\n"
    for written, set_aside in (("no", True), ("yes", False), ("", False)):
        (night,) = read(rows.format(written)).nights
        assert night.games[0].set_aside is set_aside


def test_the_same_play_twice_on_a_day_is_two_plays() -> None:
    row = "2024-11-25,Azul,Ann,1\n2024-11-25,Azul,Bea,2\n"
    text = "date,game,player,score\n" + row + row
    assert len(plays(text)) == 2
    assert read(text).club == read(text).club
    assert read(text).nights == read(text).nights


def test_what_is_not_finished_or_has_no_date_is_left_out() -> None:
    found = read(
        "Night,Started,Ended,Game,Player,Total,Won\n"
        "2024-11-25,2024-11-25 20:00,2024-11-25 21:30,Azul,Ann,5,yes\n"
        "2024-11-25,2024-11-25 20:00,2024-11-25 21:30,Azul,'=Bea,3,no\n"
        "2024-11-25,2024-11-25 22:00,,Skat,Ann,5,\n"
        "someday,,,Skat,Ann,5,\n"
    )
    (game,) = found.nights[0].games
    assert (f"{game.started_at:%H:%M}", f"{game.ended_at:%H:%M}") == ("20:00", "21:30")
    assert game.seats == ("Ann", "=Bea")
    assert [*map(str, found.remarks.sentences)] == [
        "Row 4 (Skat): the game isn’t finished, so it is left out.",
        "Row 5 (Skat): the date “someday” can’t be read, so the game is left out.",
    ]
    assert found.remarks.left_out == 2


HEADING = "date,time,game,player,score,won,id\n"
GOOD = "2024-11-25,,Azul,Ann,78.5,oui,1\n2024-11-25,,Azul,Bea,71,non,1\n"


def test_rows_of_a_play_with_an_id_may_be_apart() -> None:
    other = "2024-11-26,,Skat,Ann,3,si,2\n2024-11-26,,Skat,Cal,2,no,2\n"
    first, second = GOOD.splitlines(keepends=True)
    assert plays(HEADING + first + other + second)[0] == AZUL


def test_a_play_is_left_out_where_it_cannot_be_understood_who_won() -> None:
    found = read(HEADING + GOOD + "2024-11-26,,Skat,Ann,5,maybe,2\n2024-11-26,,Skat,Bea,9,non,2\n")
    assert [len(night.games) for night in found.nights] == [1]
    assert found.remarks.left_out == 1
    assert [*map(str, found.remarks.sentences)] == [
        "Row 4 (Skat): who won is written as “maybe”, which can’t be read, so the game is left out."
    ]


def test_a_table_in_which_nothing_says_who_won_is_refused_with_its_words() -> None:
    said = "The column that says who won has “Erster” and “Zweiter”, which can’t be read."
    with pytest.raises(BadFile, match=said):
        read(HEADING + GOOD.replace("oui", "Erster").replace("non", "Zweiter"))


def test_a_winner_may_be_named_in_one_row_alone() -> None:
    assert plays(HEADING + GOOD.replace("oui", "").replace("non", "Ann")) == [AZUL]


def test_where_the_score_decides_who_won_that_is_said() -> None:
    blank = GOOD.replace("oui", "").replace("non", "")
    assert remarks(HEADING + blank) == ["The table doesn’t say who won, so the highest score wins."]
    other = blank.replace(",1\n", ",2\n").replace("-25", "-26")
    assert remarks(HEADING + GOOD + other) == [
        "Row 4 (Azul): it isn’t said who won, so the highest score wins."
    ]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("2024-11-25,8pm,Skat,Ann,5,yes,2", "Row 4 (Skat): the time “8pm” can’t be read and is left out."),
        ("2024-11-25,,Azul,,5,yes,1", "Row 4 has no player, so it isn’t read."),
    ],
)
def test_what_is_not_read_is_said(row: str, said: str) -> None:
    assert said in remarks(HEADING + GOOD + row + "\n" + row.replace("Ann", "Bea"))


def test_a_row_with_more_cells_than_columns_is_not_guessed() -> None:
    text = "date,game,player,score\n"
    text += "".join(f"2024-11-2{day},Azul,{name},1\n" for day in (5, 6) for name in ("Ann", "Bea"))
    found = read(text.replace("Bea,1\n", "Bea,1,234\n", 1))
    assert len(found.nights) == found.remarks.left_out == 1
    assert "row 3 has more cells than there are columns" in str(found.remarks.sentences[0])


def test_the_table_decides_whether_a_comma_is_a_decimal_mark() -> None:
    heading = "date;game;player;score;won\n"
    (play,) = plays(heading + "2024-11-25;Go;Ann;12,345;x\n2024-11-25;Go;Bea;7,5;\n")
    assert play[2] == {"Ann": (12.5, True), "Bea": (7.5, False)}


def test_columns_that_are_not_read_are_named() -> None:
    text = "date,game,player,won,seat,Farbe\n2024-11-25,Azul,Ann,x,1,rot\n2024-11-25,Azul,Bea,,2,\n"
    assert remarks(text) == ["These columns aren’t read: “seat” and “Farbe”."]


@pytest.mark.parametrize("written", ["90", "90 min", "1:30", "1h30", "90,0"])
def test_a_duration_is_read(written: str) -> None:
    text = "date\ttime\tgame\tplayer\twon\tminutes\n"
    text += "".join(f"2024-11-25\t9.05\tAzul\t{name}\tAnn\t{written}\n" for name in ("Ann", "Bea"))
    (game,) = read(text).nights[0].games
    assert (f"{game.started_at:%H:%M}", f"{game.ended_at:%H:%M}") == ("09:05", "10:35")
    assert remarks(text.replace(written, "long")) == [
        "Row 2 (Azul): the duration “long” can’t be read and is left out."
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("date,game,who\n2024-11-25,Azul,Ann", "This table has no column “player”."),
        ("date,game,player\n1/2/2024,Azul,Ann", "A date such as 1/2/2024 can be read in two ways."),
        ("date,game,player\n13/2/2024,Azul,Ann\n2/13/2024,Azul,Ann", "can be read in two ways"),
        ('date,game,player\n"' + "x" * 200_000, "The table is damaged"),
        ("date,game,player\n", "There is no play in it that can be imported."),
        ("date,game,player\n" + ",,\n" * 333_334, "The table has more than 1,000,000 cells."),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadFile, match=sentence):
        read(text)


@pytest.mark.parametrize(
    "text", ["hello", "a,b,c\n1,2,3", "date\n2024-11-25", "name,score\nAnn,3", "x" * 200_000]
)
def test_other_text_is_no_table_of_plays(text: str) -> None:
    assert find_table(text) is None


@given(
    st.lists(
        st.lists(st.sampled_from([*"0½,;/.:-'", "25.11.2024", "yes", "Ann", "\u200b", "1/2/3"]), min_size=3)
    )
)
def test_any_table_is_read_or_refused(rows: list[list[str]]) -> None:
    text = "\n".join(["date,time,game,player,score,won,id", *(",".join(row) for row in rows)])
    with suppress(BadFile):
        assert read(text).nights
