// What a form still needs before it can be saved: its button says so and leads there.

import { isAsked, openChoices } from "./choices.js";

/** Return words as they are inside a sentence. */
export function lowered(words) {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The button that saves a form: as long as something is missing it says what, and leads there. */
export class SaveButton {
  constructor(form, next) {
    this.button = form.querySelector(".buttons .primary");
    this.says = this.button.textContent;
    this.next = next;
    form.addEventListener("submit", (event) => this.guard(event));
  }

  guard(event) {
    const next = this.next();
    if (!next) return;
    event.preventDefault();
    next.go();
  }

  show() {
    const next = this.next();
    this.button.textContent = next ? `Next: ${next.words}` : this.says;
    this.button.classList.toggle("waits", Boolean(next));
  }
}

/** Return a choice as the next step: what it asks. */
export function choiceStep(chips) {
  const words = lowered(chips.querySelector("legend").firstChild.textContent.trim());
  return { words, go: () => chips.querySelector("input")?.focus() };
}

/** Return what a hand still needs, in words, and how to go there; null if it is complete. */
export function missingStep(hand) {
  const [chips] = openChoices(hand.form, hand.replaced);
  if (chips) return choiceStep(chips);
  const uncounted = hand.oneByOne.map((each) => each.uncounted);
  const group = [...hand.groups.filter((one) => !isDone(one, hand)), ...uncounted].find(Boolean);
  const place = group?.figures.find((one) => hand.isOpen(one)) ?? group?.figures.at(-1);
  return group ? { words: place.wanted, go: () => hand.focus(place) } : null;
}

function isDone({ complete, name, fieldset, rows, spare }, { form, groups, replaced }) {
  if (rows && spare && groups.some((one) => one.rows === rows && one.filled)) return true;
  return complete || replaced.includes(name) || fieldset.hidden || !isAsked(form, fieldset);
}

/** Keep an answer that saves at a tap, such as the bid, until the choices before it are made; then save it. */
export function keepEarlyAnswer(form, firstKey) {
  let early = null;
  const open = (key) => openChoices(form, [key.closest(".chips")?.dataset.name]);
  const set = (key) => {
    for (const [one, is] of [[early, false], [key, true]]) {
      one?.classList.toggle("waits", is);
      if (is && one) one.setAttribute("aria-pressed", "true");
      else one?.removeAttribute("aria-pressed");
    }
    early = key;
    for (const chips of form.querySelectorAll(".chips.next")) chips.classList.remove("next");
    const [first] = key ? open(key) : [];
    first?.classList.add("next");
    if (first) choiceStep(first).go();
  };
  form.addEventListener("submit", (event) => {
    const key = event.submitter;
    if (!key || !open(key).length) return;
    event.preventDefault();
    set(key === early ? null : key);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.localName !== "input") return;
    // The browser would tap the first key.
    event.preventDefault();
    const [first] = open(firstKey);
    if (first) choiceStep(first).go();
    else firstKey.focus();
  });
  form.addEventListener("change", () => {
    if (!early) return;
    if (open(early).length) set(early);
    else early.click();
  });
}
