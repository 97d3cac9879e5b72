// The keypad: keys for the marked figure, of which only the possible ones can be tapped.

import { negated, shortened, withAnother, withDigit, withHalf } from "./figures.js";
import { range } from "./limits.js";

/** How a figure without a number is written, such as no cargo. */
export const NOTHING = "–";
/** Keys in a row: of a number pad, and of numbers with a key each. */
const PAD = 4;
const NUMBERS = [5, 6];

/** Return a button that is no button of the form's own. */
export function newKey(label, tapped, name) {
  const key = document.createElement("button");
  key.type = "button";
  key.textContent = label;
  if (name) key.setAttribute("aria-label", name);
  key.addEventListener("click", tapped);
  return key;
}

/** Redraw an element in which a key may have the focus, and focus the key with the same label again. */
export function keepFocus(element, draw) {
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
    element.style.setProperty("--keys", inARow(form.groups));
  }

  draw(place) {
    const { element } = this;
    const { group } = place;
    const typed = group.typed(place);
    const keys = group.values ? this.values(place) : typed ? this.digits(place) : this.numbers(place);
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", place.announcement);
    element.classList.toggle("digits", typed);
    element.classList.toggle("one-by-one", Boolean(group.values));
    // Nobody knows whether another digit follows, so that the result is shown beside the keys.
    element.classList.toggle("open-ended", typed || Boolean(group.values));
    keepFocus(element, () => element.replaceChildren(...keys));
  }

  /** Return a key for each number; one that is impossible now leaves a gap, so that the others stay in place. */
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
    const put = (change) => () => this.form.type(place, change(place.group.row).join(", "));
    const keys = values.map((value) => newKey(value, put((row) => [...row, value])));
    for (const key of keys) key.disabled = Boolean(standing?.over);
    return [...keys, newKey("⌫", put((row) => row.slice(0, -1)), "delete")];
  }

  /** Return a number pad, without the digits that would make the figure too large. */
  digits(place) {
    const [, most] = range(place, this.form.figures, this.form.limits);
    const growing = [];
    // What follows from the others is replaced, not continued.
    const text = () => (place.derived ? "" : place.text);
    const disable = () => {
      for (const [key, change] of growing) {
        const grown = change(text());
        key.disabled = grown === text() || Number(grown) > most;
      }
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
      if (place.group.halves) return grows("½", withHalf, "and a half");
      return place.low < 0 && typing("±", negated, "plus or minus");
    };
    const next = newKey("Next", () => this.form.moveOn(place));
    next.classList.add("next");
    const back = typing("⌫", shortened, "delete");
    const keys = [...row(7, 8, 9), back, ...row(4, 5, 6), special(), ...row(1, 2, 3), next, ...row(0)];
    back.classList.toggle("tall", !keys.every(Boolean));
    disable();
    return keys.filter(Boolean);
  }
}

/** Return how many keys are in a row: those of a number pad, else as many as make the fewest rows. */
function inARow(groups) {
  if (groups.some((group) => group.figures.some((place) => group.typed(place)))) return PAD;
  const rows = (keys) => groups.reduce((sum, group) => sum + Math.ceil(group.keys / keys), 0);
  return NUMBERS.reduce((few, many) => (rows(many) < rows(few) ? many : few));
}
