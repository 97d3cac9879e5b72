// The keypad: keys for the marked figure, of which only the possible ones can be tapped, and above it those for what goes
// with the figure in its line, such as a special roll. It is at the lower edge of the screen with Save, in sight with the
// figure it belongs to, and nothing in it moves under the thumb.

import { drawIcon } from "../app.js";
import { openChoices } from "./choices.js";
import { added, negated, numberIn, range, shortened, withAnother, withDigit, withHalf } from "./figures.js";

/** How a figure without a number is written, such as no cargo. */
const NOTHING = "–";
/** Keys in a row of a number pad, and the most of numbers with a key each, on a narrow screen too (`keys_in_a_row`). */
const PAD = 4;
const IN_A_ROW = { keys: 7, few: 6 };
const GAP = 8;
/** Room for the beginning of the result. */
const AHEAD = 84;

/** Return a button that is no button of the form's own; its label is text or a drawing. */
export function newKey(label, tapped, name) {
  const key = document.createElement("button");
  key.type = "button";
  key.append(label);
  if (name) key.setAttribute("aria-label", name);
  key.addEventListener("click", tapped);
  return key;
}

/** Redraw an element in which a key may have the focus, and focus the key with the same label again. */
function keepFocus(element, draw) {
  const label = element.contains(document.activeElement) && document.activeElement.textContent;
  draw();
  if (!label) return;
  const keys = [...element.querySelectorAll("button:enabled")];
  (keys.find((key) => key.textContent === label) ?? keys[0])?.focus({ preventScroll: true });
}

export class Keypad {
  constructor(element, form) {
    this.element = element;
    this.form = form;
    // The same for every figure of the form, so that no key changes its width under the thumb.
    for (const [name, most] of Object.entries(IN_A_ROW)) element.classList.add(`${name}-${inARow(form.groups, most)}`);
  }

  draw(place) {
    const { element } = this;
    const { group } = place;
    const typed = group.typed(place);
    const keys = group.values ? this.values(place) : typed ? this.digits(place) : this.numbers(place);
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", place.announcement);
    element.classList.toggle("digits", typed);
    element.classList.toggle("numbers", !typed);
    keepFocus(element, () => element.replaceChildren(...keys));
  }

  /** Return a key for each number, those that are impossible now too, so that the others stay in place. */
  numbers(place) {
    const { low, high, group } = place;
    const [least, most] = range(place, this.form.figures, this.form.limits);
    const keys = Array.from({ length: high - low + 1 }, (_, step) => {
      const number = low + step;
      const key = newKey(number, () => this.form.enter(place, number));
      key.disabled = number < least || number > most;
      return key;
    });
    if (group.nothing) keys.push(this.nothing(place));
    return keys;
  }

  /** Return the key for no number at all: a dash, and what it means. */
  nothing(place) {
    const { nothing } = place.group;
    const key = newKey("", () => this.form.enter(place, NOTHING), `${NOTHING} ${nothing}`);
    const [dash, says] = [document.createElement("span"), document.createElement("small")];
    dash.textContent = NOTHING;
    says.textContent = nothing;
    key.append(dash, says);
    return key;
  }

  /** Return keys that put one value after another. */
  values(place) {
    const { values, standing } = place.group;
    const put = (change) => () => {
      this.form.type(place, change(place.group.row).join(", "));
      if (place.group.standing?.over) this.form.moveOn(place);
    };
    const keys = values.map((value) => newKey(value, put((row) => [...row, value])));
    for (const key of keys) key.disabled = Boolean(standing?.over);
    return [...keys, newKey(drawIcon("erase"), put((row) => row.slice(0, -1)), "delete")];
  }

  /** Return a number pad, without the digits that would make the figure too large. */
  digits(place) {
    const [, most] = range(place, this.form.figures, this.form.limits);
    const growing = [];
    // What follows from the others, or what a player said, is replaced, not continued.
    const text = () => (place.derived || place.text === place.said ? "" : place.text);
    const disable = () => {
      for (const [key, change] of growing) {
        const grown = change(text());
        key.disabled = grown === text() || (place.group.adds ? added(grown) : numberIn(grown)) > most;
      }
      // It never leads to where the mark is.
      next.disabled = this.form.nextOpen(place) === place;
    };
    const typing = (label, change, name) =>
      newKey(
        label,
        () => {
          this.form.type(place, change(text()));
          disable();
          if (document.activeElement?.disabled) next.focus({ preventScroll: true });
        },
        name,
      );
    const grows = (label, change, name) => {
      const key = typing(label, change, name);
      growing.push([key, change]);
      return key;
    };
    const row = (...digits) => digits.map((digit) => grows(digit, (text) => withDigit(text, digit)));
    const special = () => {
      if (place.group.sums) return typing("+", withAnother, "and another");
      if (place.group.halves && !place.group.adds) return grows("½", withHalf, "and a half");
      return place.low < 0 && typing("±", negated, "plus or minus");
    };
    const next = newKey("Next", () => this.form.moveOn(place));
    next.classList.add("next");
    const back = typing(drawIcon("erase"), shortened, "delete");
    const keys = [...row(7, 8, 9), back, ...row(4, 5, 6), special(), ...row(1, 2, 3), next, ...row(0)];
    if (place.group.adds && place.group.halves) keys.push(grows("½", withHalf, "and a half"));
    if (place.group.adds) keys.push(typing("+", withAnother, "plus"));
    back.classList.toggle("tall", !keys.every(Boolean));
    disable();
    return keys.filter(Boolean);
  }
}

/** Return how many keys are in a row: those of a number pad, else as many as make even rows of the longest group. */
function inARow(groups, most) {
  if (groups.some((group) => group.figures.some((place) => group.typed(place)))) return PAD;
  const keys = Math.max(...groups.map((group) => group.keys));
  return Math.ceil(keys / Math.ceil(keys / most));
}

export class KeysBeside {
  constructor(keypad, form) {
    this.form = form;
    this.element = document.createElement("div");
    this.element.className = "keys-beside";
    keypad.before(this.element);
  }

  draw(place) {
    const rows = (place?.beside ?? []).map((select) => this.row(place, select));
    keepFocus(this.element, () => this.element.replaceChildren(...rows));
  }

  row(place, select) {
    const row = document.createElement("div");
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", select.getAttribute("aria-label"));
    const title = document.createElement("span");
    title.textContent = select.dataset.of;
    const options = [...select.options].filter(({ value }) => value);
    row.append(title, ...options.map((option) => this.key(place, select, option)));
    return row;
  }

  key(place, select, option) {
    const key = newKey(option.text, () => this.choose(place, select, option));
    key.setAttribute("aria-pressed", option.selected);
    return key;
  }

  /** Choose an option, or clear it if it is chosen; some fix the figure as well. */
  choose(place, select, option) {
    const fixes = JSON.parse(select.dataset.fixes ?? "{}");
    select.value = option.selected ? "" : option.value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    if (select.value in fixes) this.form.enter(place, fixes[select.value] ?? NOTHING);
  }
}

/** Say in each line what was chosen beside its figure. */
export function sayChosen(places) {
  for (const { label, beside } of places) {
    if (!beside.length) continue;
    const chosen = beside.filter((select) => select.value).map((select) => select.selectedOptions[0].text);
    const words = label.parentElement.querySelector(".chosen") ?? document.createElement("span");
    words.className = "chosen";
    words.textContent = chosen.join(", ");
    label.querySelector("span").append(words);
  }
}

/** Where the keys and the result are on the screen. */
export class Stage {
  constructor(form) {
    this.element = form.querySelector(".stage");
    this.keypad = form.querySelector(".keypad");
    this.inSight = form.querySelector(".in-sight");
    this.result = form.querySelector(".look");
    /** What is in its place before there is one. */
    this.before = form.querySelector("template.before")?.innerHTML ?? "";
    this.bar = form.querySelector(".buttons");
    // Marks where the stage belongs while it is held at the edge of the screen.
    this.foot = document.createElement("div");
    this.element.before(this.foot);
  }

  get shown() {
    return isShown(this.element);
  }

  /** Whether the keys are held above what is below their place, which they then cover. */
  get held() {
    return this.element.classList.contains("held");
  }

  /** Whether the keys are beside the form, as on a phone on its side, and not below it. */
  get isBeside() {
    return getComputedStyle(this.element).position === "fixed";
  }

  /** Where Save begins if it is held at the edge of the screen, else the edge. */
  get edge() {
    const { position, bottom } = getComputedStyle(this.bar);
    return innerHeight - (position === "sticky" ? this.bar.offsetHeight + parseFloat(bottom) : 0);
  }

  /** Where the keys begin if they aren't held; where no result is above them, a margin is. */
  get ownTop() {
    return this.foot.getBoundingClientRect().top + parseFloat(getComputedStyle(this.element).marginTop);
  }

  /** Show the keys of a place; without one they fold away. Their room stays, so that Save does too. */
  showKeys(place) {
    this.place = place;
    this.keypad.hidden = !place;
    this.keepInSight();
    // The most room that keys have ever taken, as some figures have more than others.
    this.room = Math.max(this.room ?? 0, this.element.offsetHeight - this.inSight.offsetHeight);
    if (this.room) this.element.style.minHeight = `${this.room}px`;
    this.reach();
  }

  /** Keep the keys in sight as long as their place is, however far below it they belong. */
  reach() {
    const { element, place, edge } = this;
    if (!this.shown || this.isBeside || this.keypad.hidden) {
      element.classList.remove("held", "away");
      return;
    }
    const height = element.offsetHeight;
    const below = this.ownTop + height > edge;
    const { top, bottom } = place ? boxOf(place) : { top: 1, bottom: 0 };
    element.classList.toggle("held", !this.rests && below && top + bottom > 0 && bottom <= edge - height);
    // After scrolling past the place, the keys say what they fill as long as they are in sight.
    element.classList.toggle("away", top + bottom <= 0 && this.keypad.getBoundingClientRect().bottom > 0);
    element.style.setProperty("--held-at", `${innerHeight - edge}px`);
  }

  /** Scroll so that the place is in sight together with its keys, and the next place too. */
  bring() {
    if (!this.place || !this.shown) return;
    const { top, bottom } = boxOf(this.place);
    if (this.isBeside) return this.scroll(Math.max(Math.min(bottom + GAP - innerHeight, top - GAP), Math.min(top - GAP, 0)));
    const lowest = this.edge - this.element.offsetHeight;
    // No further than to where the keys belong: they would leave the edge, and the thumb.
    const highest = top - GAP - headOf(this.place);
    const furthest = Math.min(highest, this.ownTop - lowest);
    if (highest + GAP < 0) this.scroll(highest);
    else if (bottom + GAP > lowest) this.scroll(Math.min(2 * bottom - top + GAP - lowest, furthest));
    else this.reach();
  }

  /** Scroll so that the next choice is in sight with room for the result below it, before the last one is made. */
  bringChoice(chips) {
    const { top, bottom } = chips.getBoundingClientRect();
    const over = bottom + (this.result ? AHEAD : GAP) - this.edge;
    if (over > 0) this.scroll(Math.min(over, top - GAP));
  }

  scroll(by) {
    if (this.mayScroll) scrollBy({ top: by, behavior: "instant" });
    this.reach();
  }

  clearResult() {
    this.inSight.replaceChildren();
    if (this.result.innerHTML !== this.before) this.result.innerHTML = this.before;
  }

  /** Put in the result, while the keys and Save stay under the thumb. */
  showResult(html) {
    const { bar, edge, element, place, result } = this;
    const { top, bottom } = bar.getBoundingClientRect();
    const height = result.offsetHeight + element.offsetHeight;
    result.innerHTML = html;
    this.inSight.replaceChildren();
    this.keepInSight();
    // Beside the form it scrolls, also from the keyboard.
    if (this.isBeside && result.scrollHeight > result.clientHeight) result.tabIndex = 0;
    else result.removeAttribute("tabindex");
    if (this.isBeside) return;
    // At the edge it is held there.
    const isLoose = top < edge - 1 && bottom > 0;
    this.scroll(isLoose ? result.offsetHeight + element.offsetHeight - height : 0);
    if (place) this.bring();
    else this.scroll(this.overhang);
  }

  /**
   * Keep what counts as 0 and the new totals above the keys, which would cover them, and beside the form as much of the rest
   * as there is room for; without keys all of it is in the result.
   */
  keepInSight() {
    const { element, inSight, place, result } = this;
    const change = result?.querySelector(".change");
    change?.prepend(...inSight.children);
    if (!change || !place) return;
    const isShort = ({ children }) => children.length <= IN_A_ROW.few;
    inSight.append(...[...change.querySelectorAll(".left-out, .after")].filter(isShort));
    if (this.isCrowded) change.prepend(...inSight.children);
    for (const part of this.isBeside ? [...change.children] : []) {
      inSight.append(part);
      if (topOf(inSight) >= topOf(element)) continue;
      change.prepend(part);
      return;
    }
  }

  /** Whether the keys have no room on the screen below their place with what is above them, as with large text. */
  get isCrowded() {
    const { top, bottom } = boxOf(this.place);
    const lowest = this.mayScroll ? bottom - top + GAP : bottom;
    return !this.isBeside && lowest + GAP + this.inSight.offsetHeight + this.keypad.offsetHeight > this.edge;
  }

  /** What fills itself in while the page opens leaves it where it is. */
  get mayScroll() {
    return navigator.userActivation?.hasBeenActive ?? true;
  }

  /** How far the first line of the result is below what can be seen, or above it. */
  get overhang() {
    const first = this.result.querySelector(".left-out, .headline, li, .problem") ?? this.result;
    const { top, bottom } = first.getBoundingClientRect();
    return Math.max(bottom + GAP - this.edge, Math.min(top - GAP, 0));
  }
}

/** The button that saves a hand: as long as something is missing it says what, and leads there; then what counts as 0. */
export class SaveButton {
  constructor(hand) {
    this.hand = hand;
    this.button = hand.form.querySelector(".buttons .primary");
    this.says = this.button.textContent;
    hand.form.addEventListener("submit", (event) => this.guard(event));
  }

  guard(event) {
    const { next } = this.hand;
    if (!next && !this.refusal) return;
    event.preventDefault();
    if (next) next.go();
    else this.refusal.scrollIntoView({ block: "nearest" });
  }

  /** Why a whole hand that is only tried can't be scored, if it can't. */
  get refusal() {
    return this.hand.form.querySelector(".problem[data-saves]");
  }

  show() {
    const { next, hasBlanks, form } = this.hand;
    this.button.textContent = next?.words ?? form.querySelector("[data-saves]")?.dataset.saves ?? this.says;
    this.button.classList.toggle("waits", Boolean(next ?? this.refusal));
    this.button.classList.toggle("here", Boolean(next?.isHere));
    this.button.classList.toggle("blank", hasBlanks && !next);
  }
}

/** Return where a figure and its name are on the screen, or its row of a table with what the row is called. */
function boxOf({ label, input }) {
  const named = label.closest(".figure-rows > .places") ?? label;
  return { top: named.getBoundingClientRect().top, bottom: input.getBoundingClientRect().bottom };
}

/** Return how much of the top of the screen the names above the rows of a table take. */
function headOf({ label }) {
  return label.closest(".figure-rows")?.querySelector(".row-heads").offsetHeight ?? 0;
}

function isShown(element) {
  return element.checkVisibility?.() ?? element.offsetParent !== null;
}

// Before the first tap nothing is half in sight: what the lower edge of the screen or the keys would cut waits until someone
// taps or scrolls. Then it is brought into sight when its turn comes.

const HIDDEN_PARTS = [
  ":scope > :not(.figure-rows)",
  ":scope > .figure-rows > *",
  ":scope > fieldset > :is(.help, .more)",
].join();
/** A fieldset or a list is hidden with the first of these; of others the edge cuts only those it cuts. */
const ROWS = ".line-for, .place, .chip, .key, .pick, .recipe-lines > li";
const BEGINS = ["pointerdown", "keydown", "wheel", "touchmove"];

export class LowerEdge {
  constructor(hand) {
    this.hand = hand;
    this.form = hand.form;
    this.stage = hand.stage;
    this.begin = () => this.show();
    for (const type of BEGINS) addEventListener(type, this.begin, { passive: true });
    // What was entered before a reload.
    this.form.addEventListener("filled-in", () => this.hide());
    this.hide();
  }

  /** Hide what would be cut or covered; everything else keeps its place. */
  hide() {
    if (this.begun) return;
    const { form, stage } = this;
    const parts = [...form.querySelectorAll(HIDDEN_PARTS)].filter(
      (part) => part !== stage.element && part !== stage.bar && part.offsetHeight,
    );
    stage.rests = false;
    stage.reach();
    const isChosenFirst = openChoices(form, this.hand.replaced).length > 0;
    const isCovered = (row) => row.matches(ROWS) && endOf(row) > topOf(stage.element);
    if (isChosenFirst && stage.held && parts.flatMap(rowsOf).some(isCovered)) {
      stage.rests = true;
      stage.reach();
    }
    const edge = (stage.isBeside ? innerHeight : stage.edge) + 1;
    const hide = (part, isCut) => part.classList.toggle("cut", isCut);
    const hideBelow = (limit) => {
      for (const part of parts) {
        const rows = rowsOf(part);
        for (const row of rows) hide(row, endOf(row) > limit);
        hide(part, endOf(rows[0]) > limit);
      }
      return Boolean(stage.place?.label.closest(".cut"));
    };
    const isBoxHidden = hideBelow(stage.held ? topOf(stage.element) : edge) && hideBelow(edge);
    // Keys that are due are never hidden, even where large text leaves too little room for them.
    hide(stage.element, isChosenFirst && (isBoxHidden || endOf(stage.element) > edge));
  }

  show() {
    this.begun = true;
    for (const type of BEGINS) removeEventListener(type, this.begin);
    for (const part of this.form.querySelectorAll(".cut")) part.classList.remove("cut");
    this.stage.rests = false;
    this.stage.reach();
  }
}

/** Return the rows of a fieldset or a list, or a part of the form that has none; help below them may be out of sight. */
function rowsOf(part) {
  const rows = part.matches("fieldset, .look") ? [...part.querySelectorAll(ROWS)].filter((row) => row.offsetHeight) : [];
  return rows.length ? rows : [part];
}

/** Return where what is tapped in a part of the form ends; strokes below a box may be out of sight. */
function endOf(part) {
  return (part.matches(".place") ? part.querySelector("input") : part).getBoundingClientRect().bottom;
}

function topOf(element) {
  return element.getBoundingClientRect().top;
}
