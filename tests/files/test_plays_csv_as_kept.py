"""Tables as people keep them at home: small ones, and what becomes of each."""

import pytest

from scorekeeper.files.schema import BadFile
from tests.files.test_plays_csv import plays, remarks

AZUL = [("2025-01-24 19:00", "Azul", {"Ann": (78, True), "Bea": (71, False)})]
GOLF = [("2025-01-24 19:00", "Golf", {"Ann": (40, False), "Bea": (35, True)})]
SKAT = [("2025-01-24 19:00", "Skat", {"Ann": (0, False), "Bea": (1, True)})]
LATE = [("2025-01-24 19:30", "Azul", {"Ann": (78, True), "Bea": (71, False)})]
TWO = [*AZUL, ("2025-01-25 19:00", "Azul", {"Ann": (60, False), "Bea": (65, True)})]
FIRST = "date,game,player,score{0}\n24.1.2025,Azul,Ann,78{1}\n24.1.2025,Azul,Bea,71{2}\n"


def dated(date: str) -> str:
    return FIRST.format("", "", "").replace("24.1.2025", f'"{date}"')


def headed(heading: str) -> str:
    return (
        f"{heading}\n24.01.2025;19:30;Azul;Ann;78;x;Home;Close!\n24.01.2025;19:30;Azul;Bea;71;;Home;Close!\n"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("date,game,player,score,rank\n24.1.2025,Golf,Ann,40,2\n24.1.2025,Golf,Bea,35,1\n", GOLF),
        ("date,game,player,score,place\n24.1.2025,Golf,Ann,40,2nd\n24.1.2025,Golf,Bea,35,1st\n", GOLF),
        ("Datum;Spiel;Spieler;Punkte;Platz\n24.1.2025;Golf;Ann;40;2.\n24.1.2025;Golf;Bea;35;1.\n", GOLF),
        ("date,game,player,score,Posição\n24.1.2025,Golf,Ann,40,2º\n24.1.2025,Golf,Bea,35,1º\n", GOLF),
        ("date,game,player,score,Posizione\n24.1.2025,Golf,Ann,40,2°\n24.1.2025,Golf,Bea,35,1°\n", GOLF),
        (FIRST.format(",won", ",W", ",L"), AZUL),
        (FIRST.format(",won", ",✓", ","), AZUL),
        (FIRST.format(",won", ",1st", ",2nd"), AZUL),
        (FIRST.format(",won", ",Ann", ",Ann"), AZUL),
        (
            "date,game,player,score,id\n24.1.2025,Azul,Ann,78,1\n25.1.2025,Azul,Ann,60,2\n"
            "24.1.2025,Azul,Bea,71,1\n25.1.2025,Azul,Bea,65,2\n",
            TWO,
        ),
        (
            "date,game,player,score\n24.1.2025,Azul,Ann,78\n25.1.2025,Azul,Ann,60\n"
            "24.1.2025,Azul,Bea,71\n25.1.2025,Azul,Bea,65\n",
            TWO,
        ),
        ("Date,Game,Ann,Bea,Cal\n24.1.2025,Azul,78,71,\n25.1.2025,Azul,60,65,-\n", TWO),
        ("Datum;Spiel;Spieler 1;Spieler 1 Score;Spieler 2;Sieger\n24.1.2025;Skat;Ann;;Bea;Bea\n", SKAT),
        ("sep=;\r\ndate;game;player;score\r\n24.1.2025;Azul;Ann;78\r\n24.1.2025;Azul;Bea;71\r\n", AZUL),
        ("Our games; 2025;;\n;;;\n" + FIRST.format("", "", "").replace(",", ";"), AZUL),
        ("date,game,player,score\n24.1.2025,Azul,Ann,78\n,,Bea,71\n\n25.1.2025,Azul,Ann,60\n,,Bea,65\n", TWO),
        *((dated(each), AZUL) for each in ("24.1.25", "24. 1. 2025", "1/24/25", "24-1-2025", "45681")),
        *((dated(each), AZUL) for each in ("Fr 24.01.2025", "Fr., 24.01.2025", "Fri 24/1/2025")),
        *((dated(each), AZUL) for each in ("24 Jan 2025", "Fri, 24-Jan-25", "January 24th, 2025")),
        *((dated(each), AZUL) for each in ("24. Januar 2025", "24 janvier 2025", "24 de enero de 2025")),
        *((dated(each), LATE) for each in ("1/24/2025 7:30 PM", "45681.8125", "24.1.2025, 19.30 Uhr")),
        (headed("Datum;Uhrzeit;Spiel;Spieler;Punkte;Gewonnen;Ort;Kommentar"), LATE),
        (headed("Date;Heure;Jeu;Joueur;Points;Gagné;Lieu;Commentaire"), LATE),
        (headed("Fecha;Hora;Juego;Jugador;Puntos;Ganador;Lugar;Comentario"), LATE),
        (headed("Data;Ora;Gioco;Giocatore;Punti;Vincitore;Luogo;Commento"), LATE),
        (headed("Datum;Tijd;Spel;Speler;Punten;Gewonnen;Plaats;Opmerking"), LATE),
        (headed("Data;Hora;Jogo;Jogador;Pontos;Venceu;Local;Comentário"), LATE),
    ],
)
def test_a_table_is_read_as_people_keep_it(text: str, found: object) -> None:
    assert plays(text) == found


@pytest.mark.parametrize("won", ["Everyone", "alle", "Ann & Bea", "Ann und Bea", "Bea y Ann"])
def test_several_may_win(won: str) -> None:
    both = [{"Ann": (78, True), "Bea": (71, True)}]
    assert [found for *_, found in plays(FIRST.format(",won", f",{won}", ","))] == both
    wide = f"date,game,Ann,Bea,winner\n24.1.2025,Azul,78,71,{won}\n"
    assert [found for *_, found in plays(wide)] == both


@pytest.mark.parametrize(
    ("heading", "ann", "bea"), [("rank", "2", "last"), ("rank", "2", "3"), ("won", "2nd", "no")]
)
def test_a_place_that_is_not_understood_decides_nothing(heading: str, ann: str, bea: str) -> None:
    with pytest.raises(BadFile, match="The column that says who won has"):
        plays(FIRST.format(f",{heading}", f",{ann}", f",{bea}"))


def test_who_won_counts_before_the_places() -> None:
    assert plays(FIRST.format(",won,rank", ",yes,2", ",no,1")) == AZUL
    assert plays(FIRST.format(",won,rank", ",,1", ",,2")) == AZUL


def test_where_they_met_is_no_place_in_which_they_came() -> None:
    for place in ("Platz 1", "1"):
        text = FIRST.format(",won,place", f",x,{place}", f",,{place}")
        assert (plays(text), remarks(text)) == (AZUL, [])


def test_a_row_with_the_sums_is_no_player() -> None:
    text = FIRST.format("", "", "") + ",,Total,149\n"
    assert plays(text) == AZUL
    assert "Row 4 (a game): the date “” can’t be read, so the game is left out." in remarks(text)


def test_a_column_with_the_sums_is_no_player() -> None:
    assert plays("Datum;Spiel;Ann;Bea;Gesamt\n24.1.2025;Azul;78;71;149\n") == AZUL


@pytest.mark.parametrize("rows", ["Ann,12|Ann,15|Bea,11|Bea,19", "Ann,12|Bea,11|Bea,19", "Ann,1|Bea,2|Ann,3"])
def test_rows_that_may_belong_together_in_two_ways_are_left_out(rows: str) -> None:
    golf = "".join(f"24.1.2025,Golf,{row}\n" for row in rows.split("|"))
    text = "date,game,player,score\n" + FIRST.format("", "", "").partition("\n")[2] + golf
    assert plays(text) == AZUL
    assert any("(Golf): which rows are one game can’t be told" in said for said in remarks(text))


def test_columns_that_are_read_as_players_are_said() -> None:
    assert remarks("Date,Game,Ann,Bea,Rating,Mood\n24.1.2025,Azul,78,71,8,good\n") == [
        "These columns are read as players: “Ann” and “Bea”.",
        "These columns aren’t read: “Rating” and “Mood”.",
        "The table doesn’t say who won, so the highest score wins.",
    ]


def test_rows_are_counted_as_a_spreadsheet_does() -> None:
    row = "someday,Skat,Ann,1\n"
    said = "Row {0} (Skat): the date “someday” can’t be read, so the game is left out."
    assert said.format(6) in remarks("Our games\n\n" + FIRST.format("", "", "") + row)
    assert said.format(4) in remarks("sep=,\n" + FIRST.format("", "", "") + row)


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("Datum;Wer;Punkte", "no column “game” or “player”, only “Datum”, “Wer” and “Punkte”. Name its"),
        ("Our games\nGame,Player,Score", "no column “date”, only “Game”, “Player” and “Score”."),
        ("date,game,comment,Mood", "no column “player”, only “date”, “game”, “comment” and “Mood”."),
    ],
)
def test_a_refusal_names_the_columns_found_and_those_missing(heading: str, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        plays(heading + "\n1,2,x,x\n")
