// The figures of a form as they are on the page: each has a place, perhaps with strokes, places that belong together are a
// group, and the groups of several players may be shown one at a time. Choices leave some out, and say what sides are called.

import { newDrawing, SVG } from "../app.js";
import { applies, chosen } from "./choices.js";
import { added, Figure, halved, total, written } from "./figures.js";
import { newKey } from "./keypad.js";

/** From so many values on a figure is typed digit by digit. */
const MANY = 30;
const FEWEST_DIGITS = 3;
const MOST_DIGITS = 12;

/** Compare two figures, or two groups, by the order of play. */
function inTurn(one, other) {
  return one.turn - other.turn;
}

function owner(name) {
  return name.endsWith("s") ? `${name}’` : `${name}’s`;
}

/** A figure with its label and input. */
class Place extends Figure {
  constructor(label, group) {
    super();
    this.label = label;
    this.input = label.querySelector("input");
    this.words = label.querySelector(".whole") ?? label.querySelector("span > span") ?? label.querySelector("span");
    this.group = group;
    this.name = this.input.name;
    this.turn = Number(label.dataset.turn ?? 0);
    this.low = group.low;
    this.high = this.input.max ? Number(this.input.max) : group.high;
    this.step = group.halves ? 0.5 : 1;
    this.derived = false;
    /** Lists of what belongs to the same line, such as a special roll. */
    this.beside = [...label.parentElement.querySelectorAll(":scope > .beside select")];
    this.bid = label.dataset.bid === undefined ? null : Number(label.dataset.bid);
    if (group.strokes) label.append((this.strokes = newStrokes()));
    this.refresh();
  }

  get text() {
    return this.input.value;
  }

  set text(text) {
    this.input.value = text;
  }

  get absent() {
    return this.label.hidden;
  }

  /** The player or side, or what is counted. */
  get title() {
    return this.words.textContent.trim();
  }

  /** The seat of the player whose figure it is: undefined if it is no single player's. */
  get player() {
    return this.label.dataset.seat;
  }

  /** What is announced when it is marked. */
  get announcement() {
    const { title } = this.group;
    return this.title === title ? title : `${title}: ${this.title}`;
  }

  /** Return what is missing, as the button that saves says it: where the mark is, how far the figures have come. */
  missing(isMarked) {
    const { exactly, figures, limit, title } = this.group;
    const counts = isMarked && exactly && !this.filled;
    return counts ? `${written(total(figures))} of ${limit} ${lowered(title)}` : `Enter ${this.wanted(isMarked)}`;
  }

  /** Return what is missing here; where the mark is, it need not say whose. */
  wanted(isMarked) {
    const { group, title } = this;
    const all = lowered(group.title);
    if (this.filled && group.exactly) return `${all} that add up to ${group.limit}`;
    if (group.values || (group.spare && group.needed) || title === group.title) return all;
    if (this.label.dataset.on) return title;
    if (isMarked && group.fieldset.dataset.title) return all;
    if (group.fieldset.closest(".one-by-one")) return `${owner(group.title)} ${lowered(title)}`;
    return `${owner(title)} ${all}`;
  }

  /** What the cards counted here are worth. */
  get points() {
    return this.value * (Number(this.input.dataset.worth) || 0);
  }

  put(text, derived = false) {
    super.put(text, derived);
    this.refresh();
  }

  /** Show the sum of what was typed. */
  addUp() {
    if (this.group.adds && /[\d½][+−-]/.test(this.text)) this.put(added(this.text));
  }

  refresh() {
    if (this.group.halves) this.text = halved(this.text);
    this.label.classList.toggle("derived", this.derived);
    this.fit();
    if (this.strokes && !this.isDrawing) {
      // Once, after everything that follows from a figure has been entered too.
      this.isDrawing = true;
      queueMicrotask(() => this.draw());
    }
  }

  /** Draw what is entered as strokes; card points count twice, as they may end in a half. */
  draw() {
    this.isDrawing = false;
    if (this.drawn === this.text) return;
    this.drawn = this.text;
    const times = this.group.halves ? 2 : 1;
    drawStrokes(this.strokes, this.filled ? this.value * times : null, this.bid === null ? null : this.bid * times);
  }

  /** Write a long figure smaller, so that all of it can be read. */
  fit() {
    const { classList } = this.label;
    classList.remove(...[...classList].filter((name) => name.startsWith("digits-")));
    classList.add(`digits-${Math.min(Math.max(this.text.length, FEWEST_DIGITS), MOST_DIGITS)}`);
  }
}

/** A fieldset of figures, with what the game declares of them. */
class Group {
  constructor(fieldset) {
    const { name, low, high, limit, values, course, turn = 0 } = fieldset.dataset;
    const declares = (word) => word in fieldset.dataset;
    this.fieldset = fieldset;
    this.name = name;
    this.turn = Number(turn);
    this.low = Number(low);
    this.high = Number(high);
    this.strokes = declares("strokes");
    this.limit = limit === undefined ? Infinity : Number(limit);
    this.exactly = declares("exactly");
    this.gaps = declares("spare") && !declares("everybody");
    this.spare = this.gaps;
    /** The groups of which one must have a figure, if this is one of several such. */
    this.rows = fieldset.closest(".figure-rows[data-needed]");
    this.needed = declares("needed") || Boolean(this.rows);
    this.halves = declares("halves");
    this.sums = declares("sums");
    this.adds = declares("adds");
    this.nothing = fieldset.dataset.null;
    this.values = values?.split(" ");
    this.course = course && JSON.parse(course);
    this.instead = fieldset.closest(".instead")?.dataset.instead;
    this.title = fieldset.dataset.title ?? fieldset.querySelector("legend").firstChild.textContent.trim().replace(/\?$/, "");
    this.left = fieldset.querySelector(".left");
    this.figures = [...fieldset.querySelectorAll(".place")].map((label) => new Place(label, this)).sort(inTurn);
    /** Whether its figures are those of single players. */
    this.bySeat = this.figures.length > 1 && !fieldset.dataset.player;
  }

  /** Whether a figure is typed, so that nobody knows when it is finished. */
  typed(place) {
    return !this.values && (this.halves || place.high - this.low > MANY);
  }

  /** How many keys its figures need at most. */
  get keys() {
    if (this.values) return this.values.length + 1;
    return Math.max(0, ...this.figures.map(({ high }) => high - this.low + 1)) + (this.nothing ? 1 : 0);
  }

  get filled() {
    return this.figures.some((place) => place.filled);
  }

  /** The values entered one after another. */
  get row() {
    return this.figures[0].text.split(/[\s,;]+/).filter(Boolean);
  }

  /** Whether it can be saved as it is. */
  get complete() {
    if (this.course) return this.standing.complete;
    if (this.values) return this.filled || !this.needed;
    if (this.instead && !this.filled) return true;
    if (this.exactly) return total(this.figures) === this.limit;
    if (this.spare) return this.filled || !this.needed;
    return this.figures.every((place) => place.filled || place.absent);
  }

  /** Ask for every figure, although some may be left out of other hands. */
  askForAll(asked) {
    this.spare = this.gaps && !asked;
  }

  clear() {
    for (const place of this.figures) place.put("");
  }

  /** Say beside the title how much is left. */
  say(words) {
    if (!this.left) {
      this.left = document.createElement("span");
      this.left.className = "left";
      this.fieldset.querySelector("legend").append(" ", this.left);
    }
    this.left.textContent = words;
  }

  /** Say what the row means so far. */
  sayStanding(standing) {
    this.standing = standing;
    const says = this.fieldset.querySelector(".says");
    says.textContent = standing.words;
    says.classList.toggle("begins", !this.filled);
  }
}

/** Return the groups from the top of the form to its end, but those of several players in the order of play. */
export function groupsOf(form) {
  const sections = [...form.querySelectorAll("fieldset.places, fieldset.one-by-one")];
  const at = ({ fieldset }) => sections.indexOf(fieldset.closest(".one-by-one") ?? fieldset);
  const groups = sections.filter((one) => one.matches(".places")).map((fieldset) => new Group(fieldset));
  return groups.sort((one, other) => at(one) - at(other) || inTurn(one, other));
}

/** Have the figures entered from a player on, who plays against the others; return whether that is new. */
export function startWith(player, groups) {
  const figures = groups.filter(({ bySeat }) => bySeat).flatMap((group) => group.figures);
  const first = figures.find((place) => place.player === player)?.turn;
  if (!first) return false;
  const turns = Math.max(...figures.map(({ turn }) => turn)) + 1;
  for (const place of figures) place.turn = (place.turn - first + turns) % turns;
  for (const group of groups) group.figures.sort(inTurn);
  return true;
}

/** Cards of several players, of whom one is shown at a time; each has a key with the points counted so far. */
export class OneByOne {
  constructor(fieldset, form) {
    this.everyone = "everybody" in fieldset.dataset;
    this.groups = form.groups.filter((group) => fieldset.contains(group.fieldset));
    this.keys = this.groups.map((group) => this.key(group, form));
    const row = document.createElement("div");
    row.className = "players pad";
    // Names stand in the order of the totals, and are filled in in the order of play.
    const names = [...fieldset.querySelectorAll("fieldset.places")].map(({ dataset }) => dataset.name);
    row.append(...names.map((name) => this.keys.find(({ dataset }) => dataset.shows === name)));
    fieldset.querySelector("fieldset.places").before(row);
    this.show(this.groups[0]);
  }

  key({ figures, name, title }, form) {
    const key = newKey("", () => form.mark(figures.find((place) => !place.filled) ?? figures[0]));
    key.dataset.shows = name;
    const player = document.createElement("span");
    player.textContent = title;
    key.append(player, " ", document.createElement("b"));
    return key;
  }

  show(group) {
    if (!this.groups.includes(group)) return;
    for (const [at, other] of this.groups.entries()) {
      other.fieldset.hidden = other !== group;
      this.keys[at].setAttribute("aria-pressed", other === group);
    }
  }

  /** The first player who is still to be counted, once anyone is: undefined if nobody need be. */
  get uncounted() {
    const entered = (place) => place.filled && !place.derived;
    if (!this.everyone || !this.groups.some(({ figures }) => figures.some(entered))) return undefined;
    const counted = ({ figures }) => figures.some(({ value }) => value) || figures.every(({ filled }) => filled);
    return this.groups.find((group) => !counted(group));
  }

  /** Write the points of each player on their key, once something was counted. */
  count() {
    for (const [at, { figures }] of this.groups.entries()) {
      const points = figures.reduce((sum, place) => sum + place.points, 0);
      const counted = figures.some((place) => place.filled && !place.derived);
      this.keys[at].lastChild.textContent = counted ? written(points) : "";
    }
  }
}

/** Return the player that an entry names, here or in the step before. */
function named(form, entry) {
  return chosen(form, entry) || form.dataset[entry];
}

/** Leave out the player who cannot be chosen, such as a second bidder, or has no figure, such as the banker's stake. */
export function leaveOut(form, groups) {
  for (const chips of form.querySelectorAll("fieldset.chips[data-but]")) {
    const player = named(form, chips.dataset.but);
    for (const radio of chips.querySelectorAll("[type=radio]")) {
      radio.disabled = radio.value === player;
      if (radio.value === player) radio.checked = false;
    }
  }
  for (const { fieldset, figures } of groups) if (fieldset.dataset.but) leaveOutFigures(form, fieldset, figures);
}

function leaveOutFigures(form, fieldset, places) {
  const { but, only, onlyOn } = fieldset.dataset;
  const player = named(form, but);
  const limited = only && chosen(form, only);
  for (const place of places) {
    const out = place.player === player || (place.player === limited && place.label.dataset.on !== onlyOn);
    place.label.hidden = out;
    if (out) place.put("");
  }
  for (const line of fieldset.querySelectorAll(".line-for")) {
    line.hidden = !line.querySelector(".place:not([hidden])");
  }
}

/** Call the sides by their players as soon as it is known who plays with whom, each in its column. */
export function nameSides(form, groups) {
  for (const { fieldset, figures } of groups) {
    const { player, sides, joined, named: most } = fieldset.dataset;
    const bidder = player && named(form, player);
    if (!bidder) continue;
    const teams = JSON.parse(sides);
    const names = sidesOf(teams, bidder, joined ? partnerIn(form, joined) : "", Number(most));
    for (const [at, { words }] of figures.entries()) words.textContent = names[at];
    if (!joined) putInColumn(figures[0].label, teams.findIndex((team) => isIn(team, bidder)));
  }
}

function putInColumn(box, column) {
  const row = [...box.parentElement.children];
  if (row[column] === box) return;
  const others = row.filter((one) => one !== box);
  box.parentElement.append(...others.slice(0, column), box, ...others.slice(column));
}

/** Return who plays with the bidder: undefined if that is not known yet, empty if nobody does. */
function partnerIn(form, entry) {
  const chips = form.querySelector(`fieldset[data-name="${entry}"]`);
  return chips && applies(form, chips) ? chosen(form, entry)?.trim() : "";
}

/** Return what the bidder's side and the others are called; up to `most` of the others by name. */
export function sidesOf(teams, bidder, partner, most) {
  const players = teams.flat();
  const team = teams.find((one) => isIn(one, bidder));
  const ours = partner ? [...team, ...players.filter(([seat]) => seat === partner)] : team;
  const others = players.filter(([seat]) => !isIn(ours, seat));
  return [listed(ours), others.length > most || partner === undefined ? "Others" : listed(others)];
}

/** Return whether a seat is one of a side, which has pairs of a seat and a name. */
function isIn(team, seat) {
  return team.some(([one]) => one === seat);
}

function listed(players) {
  const names = players.map(([, name]) => name);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
}

/** Return words as they are inside a sentence. */
function lowered(words) {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The measures of strokes (`web/drawings/strokes.py`). */
const GATE = 5;
const [GATE_WIDTH, LEFT, FIRST, APART, RIGHT] = [54, 2, 10, 10, 48];

/** Return where so many strokes end, at least one. */
function rightEnd(count) {
  const [gates, rest] = [Math.floor(count / GATE), count % GATE];
  return rest ? GATE_WIDTH * gates + FIRST + APART * (rest - 1) : GATE_WIDTH * (gates - 1) + RIGHT;
}

/**
 * Draw strokes for what was `taken` above a rule for the `bid`, as the server does: null for what is not known, or was not
 * bid.
 */
export function drawStrokes(drawing, taken, bid) {
  const outcome = bid === null ? "" : taken === null ? "playing" : taken === bid ? "exact" : taken > bid ? "over" : "missed";
  drawing.setAttribute("class", `strokes ${outcome}`);
  const shown = Math.max(taken, bid);
  const left = shown < GATE ? FIRST : LEFT;
  const width = shown ? rightEnd(shown) - left : 0;
  const parts = [...gates(taken < bid ? bid : 0, "open"), ...gates(taken, "taken")];
  if (bid) parts.push(newPart("path", { d: `M${left} 35H${rightEnd(bid)}` }));
  drawing.setAttribute("viewBox", `${left - 2} 0 ${width + 4} 38`);
  drawing.replaceChildren(...parts);
}

/** Return an empty drawing of strokes. */
export function newStrokes() {
  return newDrawing("strokes");
}

function gates(count, name) {
  return Array.from({ length: Math.ceil(count / GATE) }, (_, at) => {
    const strokes = Math.min(count - GATE * at, GATE);
    const href = new URL(`../marks.svg#strokes-${strokes}`, import.meta.url);
    return newPart("use", { class: name, href, x: GATE_WIDTH * at, width: 50, height: 28 });
  });
}

function newPart(kind, attributes) {
  const part = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  return part;
}
