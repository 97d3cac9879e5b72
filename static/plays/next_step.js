// What a form still needs before it can be saved: its button says so and leads there.

import { openChoices } from "./choices.js";

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
