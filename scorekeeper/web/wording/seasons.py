"""Messages about seasons: who leads, how games are counted, and what would change."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.rules.saying import NOTHING, Amount, And, Row, Say, Sentences, Spelled
from scorekeeper.rules.words import NIGHT, figure
from scorekeeper.store.history.seasons import (
    GAMES,
    PLACES,
    WINS,
    SeasonChange,
    SeasonRow,
    SeasonRules,
    SeasonTable,
)
from scorekeeper.web.wording.nights import name_versions


def first_in(rows: Sequence[SeasonRow]) -> list[SeasonRow]:
    """Return those who are first."""
    return [row for row in rows if row.place == 1]


def say_season(rows: Sequence[SeasonRow], over: bool) -> list[Say]:
    """Return who leads a season, or has won one that is over, with longer and shorter names."""
    first = first_in(rows)
    if not first:
        return [Say("Nobody is ranked yet" if rows else "No games yet")]
    versions = name_versions([row.name for row in rows], [row.name for row in first])
    points, others = first[0].points, [row.points for row in rows[len(first) :] if row.place]
    if over:
        one, several = "{who} won the season with {points}", "{who} won the season with {points} each"
    elif len(first) == 1 and others and points != others[0]:
        one, several, points = "{who} leads by {points}", "", points - others[0]
    else:
        one, several = "{who} leads with {points}", "{who} lead with {points} each"
    return [Say(one, several, len(first), who=who, points=figure(points)) for who in versions]


def say_season_rules(rules: SeasonRules, names: Mapping[str, str]) -> Sentences:
    """Return how a season counts games; ``names`` are those of games, by what they are known as."""
    return Sentences(*_sentences(rules, names))


def _sentences(rules: SeasonRules, names: Mapping[str, str]) -> Iterator[Say]:
    if rules.games:
        yield Say("Only {games} counts.", "Only {games} count.", len(rules.games), games=_games(rules, names))
    if rules.counting == PLACES:
        scored, number = And(*map(str, rules.points)), len(rules.points)
        one, several = "First place scores {points}.", "The first {count} places score {points}."
        yield Say(one, several, number, points=scored, count=Spelled(number))
    else:
        yield Say("Each win scores 1." if rules.counting == WINS else "The points of all games are added up.")
    if rules.best:
        nights = "Everyone’s best night counts.", "Everyone’s best {best} nights count."
        games = "Everyone’s best game counts.", "Everyone’s best {best} games count."
        yield Say(*(games if rules.of == GAMES else nights), rules.best, best=rules.best)
    if rules.fewest > 1:
        yield Say("Players need {fewest} nights to be ranked.", fewest=rules.fewest)
    yield Say("Players who tie share a place.")


def _games(rules: SeasonRules, names: Mapping[str, str]) -> And:
    return And(*(names.get(game, game) for game in rules.games))


def say_unranked(table: SeasonTable, rules: SeasonRules) -> Say:
    """Return who isn't ranked as they came on too few nights; nothing if everyone is."""
    unranked = [row for row in table.rows if row.place is None]
    words = "{name} ({came} of {nights}, {missing} too few)"
    nights = Amount(len(table.nights), NIGHT)
    who = [
        Say(words, name=row.name, came=row.nights, nights=nights, missing=rules.fewest - row.nights)
        for row in unranked
    ]
    return Say("Not ranked: {who}.", who=Row(*who)) if who else NOTHING


def say_season_change(change: SeasonChange) -> Say:
    """Return what a season that is closed would change for someone if it were closed today."""
    name, was, now = change
    if now is None:
        return Say("{name} would no longer be in it.", name=name)
    if was is None:
        return Say("{name} would be in it with {now}.", name=name, now=figure(now.points))
    if now.place == was.place:
        message = "{name} would have {now} instead of {then}."
    elif now.points == was.points:
        known = {None: "{name} would not be ranked.", 1: "{name} would be first."}
        message = known.get(now.place, "{name} would be in place {place}.")
    else:
        known = {
            None: "{name} would have {now} instead of {then} and not be ranked.",
            1: "{name} would have {now} instead of {then} and be first.",
        }
        message = known.get(now.place, "{name} would have {now} instead of {then} and be in place {place}.")
    return Say(message, name=name, now=figure(now.points), then=figure(was.points), place=now.place or 0)
