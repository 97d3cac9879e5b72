"""Making a recipe: who plays, what is entered and what scores; the page edits it as one JSON text."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for

from scorekeeper.domain import Role
from scorekeeper.files.shared_recipes import written_recipe
from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.json_text import parse
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.formulas import WORDS
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.recipes.reading import read_recipe
from scorekeeper.rules.recipes.recipe import ASK, CHECK, KEEP, LET, OPTION, SCORE, TAKEN, VERSION, Recipe
from scorekeeper.rules.saying import Argument, Say
from scorekeeper.rules.words import capital
from scorekeeper.store.models import Night, OwnGame
from scorekeeper.web.clubs import access
from scorekeeper.web.games.own_games import opened_or_404
from scorekeeper.web.requests import read_number

LISTS = {ASK: "ask", OPTION: "options", LET: "let", KEEP: "keep", CHECK: "check", SCORE: "score"}
"""The lists of a recipe by the words that call one of their parts."""

NO_KEYS = sorted({*TAKEN, *WORDS, "hand", "players", "total", "deals", "place"})
"""What no figure can be called."""

NAME = "name"
"""The place of what is wrong with the name of a game."""

USUAL_PLAYERS = (2, 6)
TALLY_PLAYERS = (CATALOGUE[OWN_GAME].seats[0], CATALOGUE[OWN_GAME].seats[-1])

bp = Blueprint("making", __name__, url_prefix="/games/make")


class MadeFor(NamedTuple):
    """What a recipe is made for.

    Attributes:
        club_id: the club; without a night or an own game, the one that a request names, or that this phone
            joined last.
        night: the night that it was begun on, if any.
        own: the own game that it changes, if any.
        draft: the name under which the phone keeps it until it is saved.
    """

    club_id: int
    night: Night | None
    own: OwnGame | None
    draft: str

    @property
    def fields(self) -> dict[str, int | str]:
        """The fields that say so in forms."""
        found = {name: one.id for name, one in (("night", self.night), ("own", self.own)) if one}
        return {**(found or {"club": self.club_id}), "draft": self.draft}


class RecipeProblem(NamedTuple):
    """What is wrong with a recipe, and its part: the name, one such as "score-2", or all of it if empty."""

    message: Say
    place: str = ""


@bp.route("", methods=["GET", "POST"])
def make() -> str | tuple[str, int]:
    """Show the recipe that was sent, that of an own game or one of the gallery, or an empty one."""
    made_for = made_for_or_404()
    if request.method == "GET":
        return render_maker(made_for, first_text(made_for))
    text = request.form.get("recipe", "")
    try:
        recipe_in(text)
    except Wrong as wrong:
        return render_maker(made_for, text, wrong.messages), 422
    return render_maker(made_for, text)


def made_for_or_404() -> MadeFor:
    """Return what a request is about. Raises NeedsRole.

    Aborts with 404 if this phone may not see that, or belongs to no club.
    """
    night_id, own_id, club_id = (
        request.values.get(name, 0, type=read_number) for name in ("night", "own", "club")
    )
    if own_id:
        own, night = opened_or_404(own_id, night_id)
        return MadeFor(own.club_id, night, own, f"own {own.id}")
    begun = next(filter(None, map(request.values.get, ("draft", "of", "name"))), "")
    if night_id:
        night = access.night_or_404(night_id, needs=Role.MEMBER)
        return MadeFor(night.club_id, night, None, begun)
    club = access.club_or_404(club_id) if club_id else access.own_club_or_404()
    return MadeFor(club.id, None, None, begun)


def first_text(made_for: MadeFor) -> str:
    """Return the recipe to begin with, as JSON."""
    recipe: Mapping[str, Any] | None = None
    if made_for.own:
        recipe = made_for.own.options.get(RECIPE) or recipe_of_tally(made_for.own)
    elif listed := gallery().get(request.args.get("of", "")):
        recipe = listed.recipe
    name = request.args.get("name", "")
    empty = {"recipe": VERSION, "name": name, "players": USUAL_PLAYERS, "ask": [], "score": []}
    return written_recipe(recipe or empty)


def recipe_of_tally(own: OwnGame) -> dict[str, Any]:
    """Return a recipe that asks and scores what an own game does, whose points are added up."""
    options = own.options
    columns = {
        f"column_{number}": (column["name"], column.get("weight", 1))
        for number, column in enumerate(options.get("columns", ()), start=1)
    } or {"points": ("points", 1)}
    of = "team" if options.get("teams") else "each"
    ask = [{"key": key, "label": capital(name), "of": of} for key, (name, _) in columns.items()]
    points = {key: key if weight == 1 else f"{weight} * {key}" for key, (_, weight) in columns.items()}
    score = [{"why": name, "points": points[key]} for key, (name, _) in columns.items()]
    recipe = {"recipe": VERSION, "name": own.name, "players": TALLY_PLAYERS, "ask": ask, "score": score}
    if end := {key: options[key] for key in ("hands", "target") if options.get(key)}:
        recipe["end"] = end
    if options.get("lowest_wins"):
        recipe["win"] = "low"
    if options.get("teams"):
        recipe["teams"] = options["teams"]
    return recipe


def recipe_in(text: str) -> Recipe:
    """Return the recipe in a JSON text. Raises Wrong with all that is wrong with it."""
    try:
        raw = parse(text)
    except ValueError:
        raise Wrong(Say("This isn’t JSON: check its quotation marks, commas and brackets.")) from None
    return read_recipe(raw)


def render_maker(made_for: MadeFor, text: str, problems: Sequence[Say] = (), at: str = "") -> str:
    """Return the page that edits a recipe, with its problems beside their places, or at a place given."""
    return render_template(
        "games/make.html",
        text=text,
        problems=[RecipeProblem(message, part_refused(message) or at) for message in problems],
        fields=made_for.fields,
        no_keys=NO_KEYS,
        own=made_for.own,
        night=made_for.night,
        back=address_before(made_for),
    )


def address_before(made_for: MadeFor) -> str:
    """Return where the maker was opened."""
    night_id = made_for.night and made_for.night.id
    if made_for.own:
        return url_for("own_games.change", night_id=night_id, own_id=made_for.own.id)
    return url_for("new_game.choose_game", night_id=night_id) if night_id else url_for("games.index")


def part_refused(message: Argument) -> str:
    """Return the part of a recipe that a refusal is about, such as "score-2"; empty if it is about all."""
    if not isinstance(message, Say):
        return ""
    arguments = dict(message.arguments)
    part, number = arguments.get("part"), arguments.get("number")
    if isinstance(part, Say) and part.message in LISTS and number:
        return f"{LISTS[part.message]}-{number}"
    return next(filter(None, map(part_refused, arguments.values())), "")
