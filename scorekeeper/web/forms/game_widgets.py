"""The widgets of entries that one game alone has; each game declares those in its own file."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.declare import entries_of
from scorekeeper.rules.entries import BySeat, Count, Places, Record, Several, Title, at
from scorekeeper.rules.games.bishop import MadeOrMissed
from scorekeeper.rules.games.hazard import Bets, Course, RollsInTurn
from scorekeeper.rules.games.house_of_fortune import SPACES, BoardRoll
from scorekeeper.rules.games.jeu_de_tarock import Poignees
from scorekeeper.rules.games.ship import BesideCargo
from scorekeeper.rules.games.tally import (
    MOST_COLUMNS,
    WHO_WON,
    ColumnFigures,
    Columns,
    InsteadOfPoints,
    RoundFigures,
    TallyRules,
    TeamCount,
)
from scorekeeper.rules.games.tarock import VALUES, CardCounts
from scorekeeper.rules.games.whist import WinningSide
from scorekeeper.rules.saying import And, Say, Spelled
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.teams import MOST_NAMES, TeamFigures, team_seats
from scorekeeper.web.forms.form_model import (
    BetBoxes,
    Chips,
    ColumnLines,
    Control,
    Drawing,
    FigureBox,
    FigureBoxes,
    FigureRow,
    FigureRows,
    Group,
    Hidden,
    Option,
    SeveralChips,
    TextLine,
    Typed,
)
from scorekeeper.web.forms.widgets import (
    draw_control,
    fill_entry,
    fill_typed,
    read_entry,
    read_figure,
    read_typed,
    single_box,
    tapped,
)

YES, NO = "yes", "no"
"""Sent for the two answers to a question."""


# Bishop


@draw_control.register
def _(entry: MadeOrMissed, name: str, drawing: Drawing) -> Control:
    said = tapped(name, drawing.typed)
    options = [Option(YES, entry.label, said == YES), Option(NO, entry.missed, said == NO)]
    return Chips(name, entry, options, large=True)


@read_typed.register
def _(entry: MadeOrMissed, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    said = tapped(name, typed)
    return said != NO if said else None


@fill_typed.register
def _(entry: MadeOrMissed, name: str, value: bool, typed: Typed, table: Table[Any]) -> None:
    typed.add(name, YES if value else NO)


# Whist


@draw_control.register
def _(entry: WinningSide, name: str, drawing: Drawing) -> Control:
    chosen = tapped(name, drawing.typed)
    teams = [_side(team, chosen, drawing.table) for team in drawing.teams]
    return Chips(name, entry, teams, large=True)


def _side(team: Sequence[Seat], chosen: str, table: Table[Any]) -> Option:
    """Return a side to tap; any of its players can stand for it."""
    seats = [str(seat) for seat in team]
    names = str(And(*table.names(tuple(team))))
    return Option(chosen if chosen in seats else seats[0], names, chosen in seats, mates=team)


# House of Fortune


@draw_control.register
def _(entry: BoardRoll, name: str, drawing: Drawing) -> Control:
    control = draw_control.dispatch(Count)(entry, name, drawing)
    assert isinstance(control, Chips)
    coins = drawing.carry.get("board", {})
    spaces = [
        replace(roll, called=SPACES.get(int(roll.value), ""), coins=coins.get(roll.value, 0))
        for roll in control.options
    ]
    return replace(control, options=spaces)


# Ship, Captain, and Crew


@draw_control.register
def _(entry: BesideCargo, name: str, drawing: Drawing) -> Control:
    offered = replace(entry, each=entry.choice(drawing.table))
    control = draw_control.dispatch(BySeat)(offered, name, drawing)
    assert isinstance(control, Group)
    return replace(control, beside_of="cargo", fixes=entry.fixes)


# Tarock


@draw_control.register
def _(entry: CardCounts, name: str, drawing: Drawing) -> Control:
    control = draw_control.dispatch(Record)(entry, name, drawing)
    assert isinstance(control, FigureBoxes)
    worth = dict(zip(entry.entries, control.places, strict=True))
    return replace(control, places=[replace(box, worth=VALUES[kind]) for kind, box in worth.items()])


# Jeu de Tarock


@draw_control.register
def _(entry: Poignees, name: str, drawing: Drawing) -> Control:
    shown = drawing.typed.get(name, "")
    possible = {", ".join(map(str, worth)): trumps for worth, trumps in entry.possible.items()}
    options = [
        Option(value, value.replace(", ", " + "), value == shown, hint=trumps)
        for value, trumps in possible.items()
    ]
    return Chips(name, entry, options)


# Hazard


@draw_control.register
def _(entry: RollsInTurn, name: str, drawing: Drawing) -> Control:
    control = draw_control.dispatch(Several)(entry, name, drawing)
    assert isinstance(control, FigureRow)
    return replace(control, course=_course(entry.course, drawing))


def _course(course: Course, drawing: Drawing) -> str:
    """Return the stages of a course as JSON: for each case, or for the one that is known already."""
    known = drawing.known.get(course.by)
    cases = course.cases if known is None else [known]
    by = course.by if known is None else ""
    return json.dumps(
        {"by": by, "cases": {case if by else "": course.stages(drawing.table, case) for case in cases}},
        default=str,
        ensure_ascii=False,
        separators=(",", ":"),
    )


@draw_control.register
def _(entry: Bets, name: str, drawing: Drawing) -> Control:
    coins, players = entry.each.entries["coins"], drawing.table.players
    assert isinstance(coins, Count)
    places = [
        FigureBox(field, players[seat], drawing.typed.get(field, ""), seat, on=on, turn=drawing.turn(seat))
        for seat in drawing.order
        for on in entry.choices
        for field in [f"{name}-{seat}-{on}"]
    ]
    low, high = at(coins.low, drawing.table), at(coins.high, drawing.table)
    options = [Option(on, label) for on, label in entry.choices.items()]
    again: Typed = MultiDict()
    if entry.again and name in drawing.before:
        fill_entry(entry, name, drawing.before[name], again, drawing.table)
    return BetBoxes(name, entry, places, low, high, entry.but, options=options, again=again)


@read_typed.register
def _(entry: Bets, name: str, typed: Typed, table: Table[Any]) -> list[Any]:
    return [
        {"player": player, "on": on, "coins": read_figure(coins)}
        for seat, player in enumerate(table.labels)
        for on in entry.choices
        for coins in re.split(r"[\s,;+]+", typed.get(f"{name}-{seat}-{on}", ""))
        if coins
    ]


@fill_typed.register
def _(entry: Bets, name: str, value: list[Any], typed: Typed, table: Table[Any]) -> None:
    for bet in value:
        field = f"{name}-{table.seats[bet['player']]}-{bet['on']}"
        typed[field] = f"{typed[field]}+{bet['coins']}" if field in typed else str(bet["coins"])


# Your own game

POINTS, COLUMNS = "points", "columns"
"""Sent for what is entered for each player."""


@draw_control.register
def _(entry: Title, name: str, drawing: Drawing) -> Control:
    return TextLine(name, entry, drawing.typed.get(name, ""), entry.longest)


@draw_control.register
def _(entry: Columns, name: str, drawing: Drawing) -> Control:
    chosen = _counted_by(name, drawing.typed)
    options = [
        Option(POINTS, "Points", chosen == POINTS, hint="one figure per player"),
        Option(COLUMNS, "Columns", chosen == COLUMNS, hint="several, added up"),
        *(
            Option(key, rule.short, chosen == key, hint=rule.hint)
            for key, rule in entries_of(TallyRules).items()
            if isinstance(rule, InsteadOfPoints)
        ),
    ]
    lines = [draw_control(entry.each, f"{name}-{line}", drawing) for line in range(MOST_COLUMNS)]
    return ColumnLines(name, entry, lines, options=options)


SIGN = re.compile(r"(?<=[\d½])(?= *[+-])")
"""The places between the figures of a sum."""

COUNTED_BY = "columns-by"
"""The field for what is entered; columns and the others are house rules, of which it chooses one."""


def _counted_by(name: str, typed: Typed) -> str:
    """Return whether points or columns were chosen; without a choice, what is filled in says so."""
    filled = any(value and key.startswith(f"{name}-") for key, value in typed.items())
    return typed.get(f"{name}-by") or (COLUMNS if filled else POINTS)


@read_typed.register
def _(entry: Columns, name: str, typed: Typed, table: Table[Any]) -> list[Any]:
    if _counted_by(name, typed) != COLUMNS:
        return []
    # Columns without any name are refused, and not taken for points.
    return read_typed.dispatch(Several)(entry, name, typed, table) or [{}]


@fill_typed.register
def _(entry: Columns, name: str, value: list[Any], typed: Typed, table: Table[Any]) -> None:
    fill_typed.dispatch(Several)(entry, name, value, typed, table)
    typed[f"{name}-by"] = COLUMNS if value else POINTS


@draw_control.register
def _(entry: InsteadOfPoints, name: str, drawing: Drawing) -> Control:
    # It is one of the options above the columns.
    return Hidden(name, entry)


@read_typed.register
def _(entry: InsteadOfPoints, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    return True if typed.get(COUNTED_BY) == name else None


@fill_typed.register
def _(entry: InsteadOfPoints, name: str, value: bool, typed: Typed, table: Table[Any]) -> None:
    if value:
        typed[COUNTED_BY] = name


@draw_control.register
def _(entry: TeamCount, name: str, drawing: Drawing) -> Control:
    return single_box(entry, name, tapped(name, drawing.typed), drawing)


def _team_name(team: Sequence[Seat], table: Table[Any]) -> str:
    """Return the names of a team above its box: of the first one alone if they are many."""
    names = table.names(tuple(team))
    many = Say("{name} and {number} others", name=names[0], number=Spelled(len(names) - 1))
    return str(And(*names) if len(names) <= MOST_NAMES else many)


@draw_control.register
def _(entry: TeamFigures, name: str, drawing: Drawing) -> Control:
    control = draw_control.dispatch(Places)(entry, name, drawing)
    assert isinstance(control, FigureBoxes)
    control = replace(control, adds=True, halves=entry.has_halves(drawing.table))
    teams = team_seats(drawing.table)
    if len(teams) == drawing.table.n:
        return control
    boxes = {box.seat: box for box in control.places}
    # A figure may be written for any player of a team.
    places = [next((boxes[seat] for seat in team if boxes[seat].value), boxes[team[0]]) for team in teams]
    named = zip(places, teams, strict=True)
    places = [
        replace(box, label=_team_name(team, drawing.table), seat=team[0], mates=team) for box, team in named
    ]
    return replace(control, places=places, columns=[team[0] for team in teams])


@read_typed.register
def _(entry: TeamFigures, name: str, typed: Typed, table: Table[Any]) -> dict[str, Any]:
    figures = {key: typed.get(f"{name}-{seat}", "").replace("−", "-") for seat, key in enumerate(table.keys)}
    # After the last sign the next figure may still be on its way.
    return {key: _add_up(begun) for key, figure in figures.items() if (begun := figure.rstrip("+- "))}


def _add_up(text: str) -> int | float | str:
    """Return the sum of what was typed, such as 12+7, or the text if that is none."""
    terms = [read_figure(term.replace(" ", "")) for term in SIGN.split(text)]
    numbers = [term for term in terms if not isinstance(term, str)]
    if len(numbers) < len(terms):
        return text
    total = sum(numbers)
    return total if total % 1 else int(total)


@draw_control.register
def _(entry: RoundFigures, name: str, drawing: Drawing) -> Control:
    if not drawing.table.rules.wins:
        return draw_control.dispatch(TeamFigures)(entry, name, drawing)
    chosen = set(drawing.typed.getlist(name))
    asked = replace(entry, ask="Who won?", step=WHO_WON)
    teams = team_seats(drawing.table)
    options = [
        replace(
            _side(team, next((str(seat) for seat in team if str(seat) in chosen), ""), drawing.table),
            label=_team_name(team, drawing.table),
        )
        for team in teams
    ]
    if len(teams) < drawing.table.n:
        return SeveralChips(name, asked, options, large=True)
    options = [replace(one, seat=seat, mates=()) for seat, one in enumerate(options)]
    return SeveralChips(name, asked, options, columns=drawing.columns)


@read_typed.register
def _(entry: RoundFigures, name: str, typed: Typed, table: Table[Any]) -> dict[str, Any]:
    if not table.rules.wins:
        return read_typed.dispatch(TeamFigures)(entry, name, typed, table)
    winners = {key: 1 for seat, key in enumerate(table.keys) if str(seat) in typed.getlist(name)}
    # The game says what to do if nobody won.
    return winners or {table.keys[0]: 0}


@fill_typed.register
def _(entry: RoundFigures, name: str, value: dict[str, int], typed: Typed, table: Table[Any]) -> None:
    if not table.rules.wins:
        return fill_typed.dispatch(Places)(entry, name, value, typed, table)
    typed.setlist(name, [str(table.seat_of_key(key)) for key, won in value.items() if won])


@draw_control.register
def _(entry: ColumnFigures, name: str, drawing: Drawing) -> Control:
    columns = zip(drawing.table.rules.columns, entry.each(drawing.table).values(), strict=True)
    rows = [
        draw_control(replace(each, label=str(column)), f"{name}-{at_}", drawing)
        for at_, (column, each) in enumerate(columns)
    ]
    return FigureRows(name, entry, rows)


@read_typed.register
def _(entry: ColumnFigures, name: str, typed: Typed, table: Table[Any]) -> dict[str, Any]:
    figures = {
        column: read_entry(each, f"{name}-{at_}", typed, table)
        for at_, (column, each) in enumerate(entry.each(table).items())
    }
    return {column: given for column, given in figures.items() if given}


@fill_typed.register
def _(entry: ColumnFigures, name: str, value: dict[str, Any], typed: Typed, table: Table[Any]) -> None:
    for at_, (column, each) in enumerate(entry.each(table).items()):
        fill_entry(each, f"{name}-{at_}", value.get(column, {}), typed, table)
