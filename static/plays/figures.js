// Which figures are possible in a form for a hand, which follow from the others, and how they are typed and written; and
// what a bid would bring.
// tests/browser/plays/test_limits.py runs it on cases that the games' declarations write.

import { applies, chosen } from "./choices.js";

/**
 * One figure to fill in. Its owner sets `name`, `low`, `high`, `step`, `group` and `text`, what it holds.
 * It is `derived` if it follows from the others, and `absent` if nobody is asked for it now.
 */
export class Figure {
  get filled() {
    return this.text !== "";
  }

  get value() {
    return numberIn(this.text) || 0;
  }

  put(text, derived = false) {
    this.text = typeof text === "number" ? written(text) : text;
    this.derived = derived;
  }
}

/** Return the sum of some figures. */
export function total(figures) {
  return figures.reduce((sum, figure) => sum + figure.value, 0);
}

/** Return the most that a group can still add to its own limit without one figure, given some of them. */
function room({ figures, limit }, without, given) {
  const open = figures.filter((figure) => figure !== without && !given.has(figure));
  const most = open.reduce((sum, figure) => sum + figure.high, 0);
  return Math.min(most, limit - total(figures.filter((figure) => given.has(figure))));
}

/** Figures, each with how often it counts, that add up to at most, or exactly, `most`. */
export class Limit {
  constructor(parts, most, exactly) {
    this.parts = parts;
    this.figures = [...parts.keys()];
    this.most = most;
    this.exactly = exactly;
  }

  /** Return what these figures leave of the limit. */
  left(figures = this.figures) {
    return figures.reduce((left, figure) => left - this.parts.get(figure) * figure.value, this.most);
  }

  /** Return the figure before this one; the last one comes before the first. */
  before(figure) {
    return this.figures.at(this.figures.indexOf(figure) - 1);
  }

  /** Empty the figure before this one if all were entered by hand and do not add up. */
  giveWay(figure) {
    const byHand = this.figures.every((other) => other.filled && !other.derived);
    if (this.exactly && byHand && this.left()) this.before(figure).put("");
  }

  /** Fill in what follows from the figures that are there; return whether anything did. */
  derive() {
    const open = this.figures.filter((figure) => !figure.filled && !figure.absent);
    if (!open.length || open.some((figure) => this.parts.get(figure) < 0)) return false;
    const left = this.left();
    const [first] = open;
    if (left === 0) for (const figure of open) figure.put(0, true);
    else if (this.exactly && open.length === 1 && left > 0 && left <= first.high) first.put(left, true);
    else return false;
    return true;
  }

  /** Return the least and the most that a figure can be, given some of the others. */
  range(figure, given) {
    const others = this.figures.filter((other) => other !== figure);
    const known = others.filter((other) => given.has(other));
    const unknown = others.filter((other) => !given.has(other));
    const least = (other) => this.parts.get(other) * (this.parts.get(other) > 0 ? other.low : other.high);
    const left = this.left(known) - unknown.reduce((sum, other) => sum + least(other), 0);
    const times = this.parts.get(figure);
    if (times < 0) return [Math.ceil(left / times), Infinity];
    const most = Math.floor(left / times / figure.step) * figure.step;
    if (!this.exactly) return [-Infinity, most];
    const groups = [...new Set(unknown.map((other) => other.group))];
    const taken = groups.reduce((sum, group) => sum + room(group, figure, given), 0);
    return [this.left(known) - taken, most];
  }
}

/** Return the limits within single groups. */
export function groupLimits(groups) {
  return groups
    .filter(({ limit }) => limit < Infinity)
    .map(({ figures, limit, exactly }) => new Limit(new Map(figures.map((one) => [one, 1])), limit, exactly));
}

/** Return the limits across groups, from what the form says of them by the names of the figures. */
export function limitsAcross(figures, declared) {
  return declared.map(({ parts, most, exactly }) => {
    const limited = figures.filter(({ name }) => name in parts);
    return new Limit(new Map(limited.map((figure) => [figure, parts[figure.name]])), most, exactly);
  });
}

/** Return the least and the most that a figure can be, given those that were entered by hand. */
export function range(figure, figures, limits) {
  const concerned = limits.filter((limit) => limit.parts.has(figure));
  const given = new Set(figures.filter((other) => other !== figure && other.filled && !other.derived));
  for (const limit of concerned) {
    // Where it follows from all the others, changing it means that the one before was wrong.
    if (limit.exactly && limit.figures.every((other) => other === figure || given.has(other))) {
      given.delete(limit.before(figure));
    }
  }
  const ranges = [[figure.low, figure.high], ...concerned.map((limit) => limit.range(figure, given))];
  return [Math.max(...ranges.map(([least]) => least)), Math.min(...ranges.map(([, most]) => most))];
}

/** Derive every figure that follows from those entered by hand. */
export function derive(figures, limits) {
  for (const figure of figures) if (figure.derived) figure.put("");
  while (limits.some((limit) => limit.derive()));
}

/** Derive the others after one figure was entered. */
export function settle(figure, figures, limits) {
  for (const limit of limits) if (limit.parts.has(figure)) limit.giveWay(figure);
  derive(figures, limits);
}

/** Mark the last figure as derived where figures already add up to exactly their limit. */
export function markDerived(limits) {
  for (const limit of limits) {
    const complete = limit.figures.every((figure) => figure.filled) && limit.left() === 0;
    if (limit.exactly && complete) limit.figures.at(-1).derived = true;
  }
}

/** Return the text with one more digit; nothing comes after a half. */
export function withDigit(text, digit) {
  return text.endsWith("½") ? text : (text + digit).replace(/(^|\D)0+(?=\d)/, "$1");
}

/** Return the text with a half at its end. */
export function withHalf(text) {
  return text.endsWith("½") ? text : `${text.replace(/(^|\D)0$/, "$1")}½`;
}

/** Return the text with the other sign before its last figure. */
export function negated(text) {
  const [, before, sign, last] = /^(.*?)([+-]?)([\d½]*)$/.exec(text);
  const other = sign !== "-" ? "-" : before && "+";
  return before + other + last;
}

/** Return the sum of figures typed in a row: 19 for 12+7. */
export function added(text) {
  return (halved(text).replaceAll("−", "-").match(/[+-]?(\d+½?|½)/g) ?? []).reduce((sum, part) => sum + numberIn(part), 0);
}

/** Return the text without its last digit, sign or half. */
export function shortened(text) {
  return text.replace(/(½|^-\d|\d|[+-])$/, "");
}

/** Return the text with a sign after which another figure begins. */
export function withAnother(text) {
  return text.replace(/[\d½]$/, "$&+");
}

/** Return a figure as it is written: 25½. */
export function written(figure) {
  return halved(String(figure));
}

/** Return the text with each half as it is written, however it was typed: 25½ for 25.5 or 25,5. */
export function halved(text) {
  return text.replace(/(\d*)[.,]5(?!\d)/g, (_, whole) => `${Number(whole) || ""}½`);
}

/** Return the number that is typed or written. */
export function numberIn(text) {
  return Number(halved(text).replace("½", ".5"));
}

/**
 * Return how far a row has come: what that means in words, whether it is `over` so that nothing can follow, and
 * whether it can be saved as `complete`. A stage is [words, {value: next stage}, next stage for any other value].
 */
export function standing({ by, cases }, chosen, row) {
  const stages = cases[by ? chosen(by) : ""];
  if (!stages) return { words: "", over: false, complete: false };
  let [words, leads, otherwise] = stages[""];
  let beyond = false;
  for (const value of row) {
    const next = stages[leads[value] ?? otherwise];
    beyond ||= !next;
    if (!beyond) [words, leads, otherwise] = next;
  }
  const over = !Object.keys(leads).length;
  return { words, over, complete: over || beyond };
}

/** The limits of the figures of a form: those of each group, and those across groups, which may depend on a choice. */
export class Bounds {
  /** `across` is what the keypad declares: limits for each `cases` of the choice `by`, or `without` it; or null. */
  constructor(form, groups, across) {
    Object.assign(this, { form, groups, across });
    this.own = groupLimits(groups);
    markDerived(this.own);
    this.find();
  }

  /** Take the figures in their new order; what depends on a choice is found again. */
  reorder() {
    this.own = this.limits = groupLimits(this.groups);
    this.found = NaN;
  }

  /** Find the limits again if what they depend on has changed, such as the bid; return whether it has. */
  follow() {
    if (!this.across || this.choice === this.found) return false;
    this.find();
    return true;
  }

  find() {
    this.limits = this.own;
    if (!this.across) return;
    const { cases, without } = this.across;
    this.found = this.choice;
    const declared = this.found === null ? without : (cases[this.found] ?? cases[""]);
    const across = limitsAcross(this.groups.flatMap(({ figures }) => figures), declared);
    markDerived(across);
    this.limits = [...this.own, ...across];
  }

  /** The choice that the limits depend on: null while another choice leaves it out. */
  get choice() {
    const { by } = this.across;
    if (!by) return undefined;
    const entry = this.form.querySelector(`fieldset[data-name="${by}"]`);
    return entry && !applies(this.form, entry) ? null : chosen(this.form, by);
  }

  /**
   * Say how much is left where figures of several groups must reach their limit; else what that is, if there is one. How far
   * those of a single group have come, the button that saves says.
   */
  describe(group) {
    if (group.exactly) return "";
    const limits = this.of(group);
    const left = limits.filter(({ exactly }) => exactly).map(({ limit, times }) => limit.left() / times);
    const most = limits.filter(({ alone }) => alone).map(({ limit, times }) => limit.most / times);
    if (left.length) return `${written(Math.min(...left))} left`;
    return most.length ? `at most ${written(Math.min(...most))}` : "";
  }

  /** Return the limits of a group whose figures all count alike, and whether they limit nothing else. */
  of({ figures }) {
    if (figures.length < 2) return [];
    return this.limits.flatMap((limit) => {
      const times = limit.parts.get(figures[0]);
      const alike = times > 0 && figures.every((place) => limit.parts.get(place) === times);
      return alike ? [{ limit, times, exactly: limit.exactly, alone: limit.parts.size === figures.length }] : [];
    });
  }
}

// What a bid would bring: on each key the total if it is made, once it is tapped who bids, and below the keys who scores; for
// the bid that is chosen, or under the finger, a line that says what it brings and costs.

/** Follow who bids in a form, and how much. */
export function followBid(form) {
  followBidder(form);
  followWorth(form);
}

/** Write what a bid is worth as soon as it is known which one is meant. */
function followWorth(form) {
  const place = form.querySelector("[data-lines]");
  if (!place) return;
  const { by, lines } = JSON.parse(place.dataset.lines);
  const line = place.querySelector(".worth");
  let touched = null;
  const valueOf = (name) => {
    const saves = `${name}-now`;
    const key = touched?.name === saves ? touched : form.querySelector(`[name="${saves}"][aria-pressed=true]`);
    return key?.value ?? form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
  };
  const show = () => {
    const chosen = by.map(valueOf).join("|");
    line.textContent = lines[chosen] ?? "";
    place.classList.toggle("chosen", chosen in lines);
  };
  const touch = ({ target }, ends) => {
    const key = target.closest?.("[name$='-now']");
    if (!key) return;
    touched = ends ? null : key;
    show();
  };
  for (const type of ["pointerover", "pointerdown", "focusin"]) form.addEventListener(type, (event) => touch(event, false));
  form.addEventListener("focusout", (event) => touch(event, true));
  // A finger that slides off the key has read the line, and may go on reading it.
  form.addEventListener("pointerout", (event) => event.pointerType === "mouse" && touch(event, true));
  for (const type of ["change", "filled-in"]) form.addEventListener(type, show);
  show();
}

function followBidder(form) {
  const keys = form.querySelector("[data-if-made]");
  if (!keys) return;
  const { totals, ...words } = JSON.parse(keys.dataset.ifMade);
  const { names } = JSON.parse(form.querySelector("[data-lines]").dataset.lines);
  const outcomes = [...form.querySelectorAll("[data-scorers] b")].map((place) => [place, place.textContent]);
  const show = () => {
    const bidder = form.querySelector("[data-leads] :checked");
    const label = bidder?.parentElement;
    const name = (label?.querySelector(".whole") ?? label?.querySelector("span > span"))?.textContent;
    const seat = bidder?.value ?? "";
    keys.querySelector(".whose").textContent = name && totals[seat] ? fill(words.whose, { name }) : "";
    for (const place of keys.querySelectorAll(".if-made")) write(place, totals[seat], words);
    for (const [place, anyone] of outcomes)
      place.textContent = names[seat] ? fill(place.parentElement.dataset.scorers, names[seat]) : anyone;
  };
  form.addEventListener("change", show);
  show();
}

function write(place, totals, words) {
  const key = place.closest("button, .chip");
  const [number, wins] = totals?.[key.value ?? key.querySelector("input").value] ?? ["", false];
  const total = String(number).replace("-", "−");
  place.textContent = wins ? words.key : total;
  key.classList.toggle("wins", wins);
  key.toggleAttribute("aria-description", false);
  if (totals) key.setAttribute("aria-description", wins ? words.wins : fill(words.total, { total }));
}

/** Return a message with its blanks filled in. */
const fill = (message, values) => message.replace(/\{(\w+)\}/g, (_, blank) => values[blank]);
