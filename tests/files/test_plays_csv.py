"""Reading plays from a table."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.files.foreign import Translated
from scorekeeper.files.plays_csv import find_columns, read_plays
from scorekeeper.files.schema import BadFile
from scorekeeper.rules.halves import as_number


def read(text: str) -> Translated:
    columns = find_columns(text)
    assert columns is not None
    return read_plays(text, columns, "UTC")


def plays(text: str) -> list[tuple[str, str, dict[str, tuple[float, bool]]]]:
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
    assert found.remarks == [
        "Skat, 25 November 2024: it isn’t finished, so it is left out.",
        "Skat: the date “someday” can’t be read, so the game is left out.",
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
    assert find_columns(text) is None


@given(
    st.lists(
        st.lists(st.sampled_from([*"0½,;/.:-'", "25.11.2024", "yes", "Ann", "\u200b", "1/2/3"]), min_size=3)
    )
)
def test_any_table_is_read_or_refused(rows: list[list[str]]) -> None:
    text = "\n".join(["date,time,game,player,score,won,id", *(",".join(row) for row in rows)])
    with suppress(BadFile):
        assert read(text).nights
