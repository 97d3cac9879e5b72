"""The rows of a table (CSV), and which of its columns has what; ``files/plays_csv.py`` describes it."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import islice
from typing import NamedTuple

from scorekeeper.files.cells import is_blank, plain, read_place, read_score
from scorekeeper.files.schema import BadFile
from scorekeeper.rules.saying import And, Or, Say
from scorekeeper.store.text_order import fold

MAX_CELLS = 1_000_000
"""The most cells in a table: ten columns for the players of as many plays as a file may have."""

LONGEST_HEADING = 10_000
"""Characters in which a heading ends."""

MOST_ABOVE = 10
"""The lines in which a heading is looked for: there may be a title above it."""

SEPARATOR_LINE = re.compile('\\A"?sep=."?\r?\n', re.IGNORECASE)
"""A line for spreadsheets, which they don't count as a row."""

COLUMNS = {
    "date": "date night day playdate datum tag dag fecha dia data giorno",
    "time": "time started start starttime uhrzeit zeit beginn heure hora ora tijd",
    "ended": "ended",
    "minutes": "minutes length playtime duration durationmin minuten dauer spieldauer duree duracion durata "
    "minuti duur speelduur duracao minutos",
    "game": "game gamename itemname item title boardgame objectname spiel brettspiel jeu juego gioco spel "
    "jogo",
    "player": "player playername spieler spielerin joueur joueuse jugador jugadora giocatore speler jogador "
    "jogadora name",
    "score": "score total points playerscore punkte punktzahl puntos puntuacion punti punteggio punten "
    "pontos pontuacao",
    "won": "won win winner winners gewonnen gewinner sieg sieger gagne gagnant vainqueur ganado ganador gano "
    "vinto vincitore winnaar venceu vencedor ganhou",
    "team": "team mannschaft equipe equipo squadra ploeg",
    "rank": "rank ranking rang placement platzierung classement puesto clasificacion classifica piazzamento "
    "colocacao classificacao posicao posizione posicion",
    "place": "place location ort spielort platz lieu lugar luogo plaats locatie local",
    "note": "note comment comments notes kommentar notiz notizen bemerkung bemerkungen anmerkung anmerkungen "
    "commentaire remarque remarques comentario nota notas commento opmerking opmerkingen",
    "id": "id playid uuid",
    "xml": "xml",
    "times": "quantity timesplayed",
    "incomplete": "incomplete",
    "counts": "counts",
}
"""Our word for each column, and what it may be called, as ``fold`` leaves it and without spaces."""

NEEDED = ("date", "game", "player")

OF_PLAYER = re.compile("(?:player|spieler|joueur|jugador|giocatore|speler|jogador)([0-9]{1,2})(name|score|)")
"""A column of a player in a table with a row for each play."""

TOTALS = re.compile("(grand )?tota(ls?|le|al)|sum(me|a)?|som(me|a)|gesamt|average|durchschnitt|moyenne|media")
"""What is written for the player of a row or column that has none, at the end of a table."""

NO_PLAYERS = re.compile(
    "(number of )?(players|rounds|hands)|.*rating|weight|year|week|round|number|no|nr|#|" + TOTALS.pattern
)
"""Columns of figures that aren't the scores of a player."""


class PlaysTable(NamedTuple):
    """A table of plays.

    Attributes:
        text: from its heading on.
        heading: the cells of the heading.
        first: the number of the row below it, as a spreadsheet counts them.
        columns: which column has what.
        players: whose scores have columns of their own, and which.
    """

    text: str
    heading: Sequence[str]
    first: int
    columns: Mapping[str, int]
    players: Mapping[str, int]


def find_table(text: str) -> PlaysTable | None:
    """Return the table in a text, with or without a title above it; None for what isn't a table of plays.

    Raises BadFile where a needed column is missing.
    """
    text = SEPARATOR_LINE.sub("", text)
    headings: list[tuple[Sequence[str], Mapping[str, int]]] = []
    starts = [0, *(end.end() for end in islice(re.finditer("\n", text), MOST_ABOVE - 1))]
    for above, start in enumerate(starts):
        heading = next(rows_of(text[start : start + LONGEST_HEADING]), [])
        columns = _columns_of(heading)
        headings.append((heading, columns))
        has_player = "player" in columns
        players = {} if has_player else _own_columns(text[start:], heading, columns)
        if {"date", "game"} <= columns.keys() and (has_player or players):
            if columns.get("player", -1) >= 0 and _has_places(text[start:], columns):
                columns["rank"] = columns.pop("place")
            return PlaysTable(text[start:], heading, above + 2, columns, players)
    _refuse(*max(headings, key=lambda found: len(found[1].keys() & {*NEEDED})))
    return None


def _refuse(heading: Sequence[str], columns: Mapping[str, int]) -> None:
    """Raise BadFile for a heading of a table of plays that lacks some of its columns."""
    missing = [f"“{key}”" for key in NEEDED if key not in columns]
    if len(missing) < len(NEEDED) <= len(heading):
        found = And(*(f"“{name}”" for cell in heading[:20] if (name := plain(cell)[:20])))
        raise BadFile.because(
            Say(
                "This table has no column {missing}, only {found}. Name its columns in the first row: date, "
                "game, player, score and won.",
                missing=Or(*missing),
                found=found,
            )
        )


def _columns_of(heading: Sequence[str]) -> dict[str, int]:
    """Return which column has what, as far as a heading says."""
    called = [fold(re.sub(r"[\W_]", "", cell)) for cell in heading]
    columns = {
        key: called.index(next(name for name in names.split() if name in called))
        for key, names in COLUMNS.items()
        if any(name in called for name in names.split())
    }
    of_players = ((at, OF_PLAYER.fullmatch(name)) for at, name in enumerate(called))
    columns |= {f"player{name[1]}{name[2]}": at for at, name in of_players if name}
    if "player1" in columns or "player1name" in columns:
        columns.setdefault("player", -1)
    return columns


def _own_columns(text: str, heading: Sequence[str], columns: Mapping[str, int]) -> dict[str, int]:
    """Return the columns that have the scores of one player each: mostly figures, below a name."""
    if not {"date", "game"} <= columns.keys():
        return {}
    others = {
        plain(cell): at
        for at, cell in enumerate(heading)
        if plain(cell) and at not in columns.values() and not NO_PLAYERS.fullmatch(fold(plain(cell)))
    }
    figures = dict.fromkeys(others, 0)
    for row in islice(rows_of(text), 1, None):
        for name, at in others.items():
            if at < len(row) and not is_blank(row[at]):
                figures[name] += 1 if read_score(row[at])[0] is not None else -1
    players = {name: at for name, at in others.items() if figures[name] > 0}
    return players if len(players) > 1 else {}


def _has_places(text: str, columns: Mapping[str, int]) -> bool:
    """Return whether the column for the place says in which one players came, and not where they met."""
    at = -1 if "rank" in columns else columns.get("place", -1)
    cells = {row[at].strip() for row in islice(rows_of(text), 1, None) if 0 <= at < len(row)} - {""}
    return len(cells) > 1 and all(read_place(cell) is not None for cell in cells)


def rows_of(text: str) -> Iterator[list[str]]:
    """Yield the rows of a table with their cells. Raises BadFile if it has too many, or is damaged."""
    separator = _separator(text)
    if text.count(separator) + text.count("\n") > MAX_CELLS:
        raise BadFile.because(
            Say("The table has more than {most} cells. Import it in parts.", most=f"{MAX_CELLS:,}")
        )
    try:
        yield from csv.reader(StringIO(text, newline=""), delimiter=separator)
    except csv.Error:
        raise BadFile.because(Say("The table is damaged: a cell doesn’t end, or is too long.")) from None


def _separator(text: str) -> str:
    return max(",;\t", key=text.partition("\n")[0].count)
