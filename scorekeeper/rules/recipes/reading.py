"""Reading a recipe: its shape first, then its formulas, one after another, with the names known by then."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.formulas import Formula, Names, Whose, no_figure, read_formula
from scorekeeper.rules.recipes.recipe import (
    ASK,
    BLANK,
    CHECK,
    CHOICE,
    DOCUMENT,
    KEEP,
    LET,
    MOST_BYTES,
    NUMBER,
    OF_TABLE,
    OPTION,
    PLAYER,
    SCORE,
    Check,
    ChoiceAnswer,
    End,
    Kept,
    Recipe,
    RecipeOption,
    RecipeQuestion,
    ScoreLine,
    Value,
    WorkedExample,
    place,
)
from scorekeeper.rules.saying import Argument, Say
from scorekeeper.rules.table import Table

NOBODY: Table[None] = Table((), None)


def read_recipe(raw: object) -> Recipe:
    """Return a recipe, given as parsed JSON. Raises Wrong with all that is wrong, each with its place."""
    if not isinstance(raw, Mapping):
        raise Wrong(Say("A recipe must be a JSON object."))
    recipe_text(raw)
    reader = _Reader(DOCUMENT.read(dict(raw), NOBODY))
    recipe = reader.recipe(raw)
    if reader.wrong:
        raise Wrong(*reader.wrong)
    return recipe


def recipe_text(raw: object) -> str:
    """Return a recipe, given as parsed JSON, as text. Raises Wrong if it is too long, or can't be written."""
    try:
        text = json.dumps(raw, ensure_ascii=False)
        size = len(text.encode())
    except RecursionError:
        raise Wrong(Say("The recipe is nested too deeply.")) from None
    except UnicodeEncodeError:
        # JSON can spell half of a surrogate pair.
        raise Wrong(Say("The recipe has a character that can’t be shown.")) from None
    if size > MOST_BYTES:
        raise Wrong(Say("A recipe has at most {most} bytes, not {size}.", most=MOST_BYTES, size=size))
    return text


class _Reader:
    """The reading of one recipe; what is wrong is noted, and something harmless is read in its place."""

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self.parts = parts
        self.wrong: list[Say] = []
        self.names: dict[str, Whose] = dict(OF_TABLE)
        self.labels = {one["label"].lower().replace(" ", "_"): one["key"] for one in parts["ask"]}
        self.in_teams = parts["teams"] != 0
        self.mine = Whose.TEAM if self.in_teams else Whose.EACH
        """What a total, a carried figure and a score belong to."""

    def recipe(self, raw: Mapping[str, Any]) -> Recipe:
        """Return the recipe."""
        parts = self.parts
        options = tuple(self._options())
        early = tuple(self._early_values())
        known = dict(self.names)
        teams = self._formula(Say("Teams"), parts["teams"], known, Whose.TABLE)
        self.names |= {"total": self.mine, "deals": Whose.EACH, "place": Whose.EACH}
        questions = tuple(self._questions(known))
        for kept in parts["keep"]:
            self._name(place(KEEP, parts["keep"].index(kept) + 1), kept["key"], self.mine)
        at_the_end = known | {"total": self.mine} | {kept["key"]: self.mine for kept in parts["keep"]}
        values = tuple(self._values(early))
        end = {
            key: self._formula(Say("End, {key}", key=key), formula, names, Whose.TABLE)
            for (key, formula), names in zip(parts["end"].items(), (known, known, at_the_end), strict=True)
            if formula is not None
        }
        can_win, ties = (
            None if parts[key] is None else self._formula(Say(what), parts[key], at_the_end, self.mine)
            for key, what in (("can_win", "Can win"), ("ties", "Ties"))
        )
        lines = tuple(self._lines(questions))
        if not lines:
            self.wrong.append(Say("Score: add at least one line, or nobody ever scores."))
        return Recipe(
            raw=raw,
            name=parts["name"],
            about=parts["about"],
            players=self._players(),
            teams=teams,
            options=options,
            questions=questions,
            known=early,
            values=values,
            kept=tuple(self._kept()),
            checks=tuple(self._checks(questions)),
            lines=lines,
            end=End(end.get("hands"), end.get("target"), end.get("when")),
            lowest_wins=parts["win"] == "low",
            can_win=can_win,
            ties=ties,
            strokes=self._strokes(questions),
            example=parts["example"] and WorkedExample(**parts["example"]),
        )

    # What is named

    def _players(self) -> tuple[int, int]:
        players: Sequence[int] = self.parts["players"]
        if len(players) != 2 or players[0] > players[1]:
            self.wrong.append(Say("Players: give the fewest and the most, such as [3, 6]."))
            return 1, 1
        return players[0], players[1]

    def _options(self) -> Iterator[RecipeOption]:
        for at, one in _placed(OPTION, self.parts["options"]):
            self._name(at, one["key"], Whose.TABLE)
            option = RecipeOption(**one)
            if not isinstance(option.default, bool) and not option.low <= option.default <= option.high:
                words = "{part}: the default {default} isn’t between {low} and {high}."
                bounds = {"low": option.low, "high": option.high}
                self.wrong.append(Say(words, part=at, default=option.default, **bounds))
            yield option

    def _questions(self, known: Names) -> Iterator[RecipeQuestion]:
        """Yield the questions; their bounds may use what is known before a hand."""
        for at, one in _placed(ASK, self.parts["ask"]):
            for problem in _out_of_place(one, self.in_teams):
                self.wrong.append(Say("{part}: {why}", part=at, why=problem))
            bounds = {
                key: self._formula(Say("{part}, {key}", part=at, key=key), one[key], known, Whose.TABLE)
                for key in ("low", "high", "sum", "if")
                if one[key] is not None
            }
            answers = tuple(ChoiceAnswer(**answer) for answer in one["answers"])
            question = RecipeQuestion(
                key=one["key"],
                label=one["label"],
                ask=one["ask"],
                ask_one=one["ask_one"],
                of=one["of"],
                kind=one["kind"],
                low=bounds["low"],
                high=bounds["high"],
                sum=bounds.get("sum"),
                condition=bounds.get("if"),
                answers=answers,
                before=one["before"],
                spare=one["spare"],
                once=one["once"],
            )
            for key in (question.key, *(answer.key for answer in answers)):
                self._name(at, key, question.scope)
            yield question

    def _name(self, at: Say, key: str, scope: Whose) -> None:
        if key in self.names:
            self.wrong.append(Say("{part}: something else is called “{key}” already.", part=at, key=key))
        self.names[key] = scope

    # What is worked out

    def _early_values(self) -> Iterator[Value]:
        """Yield the values that only need what is known before a hand; bounds can then name them."""
        for at, one in _placed(LET, self.parts["let"]):
            with suppress(Wrong):
                formula = read_formula(one["is"], self.names)
                self._name(at, one["key"], formula.scope)
                yield Value(one["key"], one["label"], formula)

    def _values(self, early: Sequence[Value]) -> Iterator[Value]:
        known = {value.key for value in early}
        for at, one in _placed(LET, self.parts["let"]):
            if one["key"] in known:
                continue
            formula = self._formula(at, one["is"], self.names)
            self._name(at, one["key"], formula.scope)
            yield Value(one["key"], one["label"], formula)

    def _kept(self) -> Iterator[Kept]:
        for at, one in _placed(KEEP, self.parts["keep"]):
            formula = self._formula(at, one["next"], self.names, self.mine)
            yield Kept(one["key"], one["label"], one["start"], formula)

    def _checks(self, questions: Sequence[RecipeQuestion]) -> Iterator[Check]:
        for at, one in _placed(CHECK, self.parts["check"]):
            must = self._formula(at, one["must"], self.names)
            asked = [question.key for question in questions]
            if one["at"] and one["at"] not in asked:
                self._note(at, no_figure(one["at"], asked, self.labels))
            self._say(at, one["say"], questions, must.scope)
            yield Check(must, one["say"], one["at"] or next((key for key in asked if key in must.used), ""))

    def _lines(self, questions: Sequence[RecipeQuestion]) -> Iterator[ScoreLine]:
        for at, one in _placed(SCORE, self.parts["score"]):
            points = self._formula(at, one["points"], self.names, self.mine)
            condition = None
            if one["if"] is not None:
                condition = self._formula(Say("{part}, if", part=at), one["if"], self.names, self.mine)
            self._say(at, one["why"], questions, self.mine)
            yield ScoreLine(one["why"], points, condition)

    def _say(self, at: Say, sentence: str, questions: Sequence[RecipeQuestion], widest: Whose) -> None:
        """Note the figures in a sentence that don't exist, or aren't those of whom it is about."""
        worded = {
            one.key for one in questions if one.kind == PLAYER or (one.kind, one.of) == (CHOICE, "table")
        }
        for key in BLANK.findall(sentence):
            if key == PLAYER and widest is Whose.EACH:
                continue
            if key not in self.names:
                self._note(at, no_figure(key, self.names, self.labels))
            elif key not in worded and self.names[key] > widest:
                self._note(at, Say("“{key}” is not the same for all whom this is about.", key=key))

    def _strokes(self, questions: Sequence[RecipeQuestion]) -> tuple[str, ...]:
        drawn = [question.key for question in questions if question.kind == NUMBER and question.of != "table"]
        for key in self.parts["strokes"]:
            if key not in drawn:
                self._note(Say("Strokes"), no_figure(key, drawn, self.labels))
        return tuple(self.parts["strokes"])

    def _formula(self, at: Say, raw: object, names: Names, widest: Whose = Whose.EACH) -> Formula:
        """Return a formula; what is wrong with it is noted with its place."""
        try:
            return read_formula(raw, names, widest, self.labels)
        except Wrong as wrong:
            self.wrong += wrong.about(at).messages
            return read_formula(0, {})

    def _note(self, at: Argument, why: Say) -> None:
        self.wrong.append(Say("{part}: {why}", part=at, why=why))


def _placed(one: str, parts: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Say, Mapping[str, Any]]]:
    """Yield the parts of a list, each after its name."""
    return ((place(one, number), part) for number, part in enumerate(parts, start=1))


def _out_of_place(question: Mapping[str, Any], in_teams: bool) -> Iterator[Say]:
    """Yield what doesn't fit together in a question."""
    kind, of = question["kind"], question["of"]
    if of == "team" and not in_teams:
        yield Say("the game has no teams: say how many with “teams”, or ask each player.")
    if of == "team" and kind != NUMBER:
        yield Say("only a number can be asked of a team: ask each player, or the table.")
    if kind == PLAYER and of != "table":
        yield Say("one player is named for the whole table: leave “of” out, or ask each for yes or no.")
    if (kind == CHOICE) != bool(question["answers"]):
        yield Say("a choice needs “answers”, and nothing else has any.")
    if question["once"] and kind != CHOICE:
        yield Say("only the answers of a choice can be given once.")
    for key in ("sum", "ask_one"):
        if question[key] not in (None, "") and (kind != NUMBER or of == "table"):
            yield Say("only the numbers of players or teams have “{key}”.", key=key)
