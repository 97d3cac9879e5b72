// What is chosen in a form besides its figures, and what the server says of all of it, as its rules are the only judge.

import { isOurs } from "../app.js";

/** Milliseconds without a tap after which the server is asked. */
const PAUSE = 120;
export const REFUSED = "[aria-describedby^=wrong-]";

/** Return what is chosen for an entry: undefined if nothing is. */
export function chosen(form, name) {
  return form.querySelector(`[name="${name}"]:checked`)?.value;
}

/** Return the player whom the others play against: undefined if nobody is chosen here. */
export function leaderIn(form) {
  return form.querySelector("[data-leads] :checked")?.value;
}

/** Return whether the choice that an entry depends on leaves a place for it. */
export function applies(form, element) {
  const needs = element.closest("[data-only-if]")?.dataset.onlyIf.split("=");
  const excluded = element.closest("[data-unless]")?.dataset.unless;
  return !(needs && chosen(form, needs[0]) !== needs[1]) && !(excluded && chosen(form, excluded));
}

/** Return whether an entry is asked now: its fold is open, and no choice leaves it out. */
export function isAsked(form, element) {
  const fold = element.closest("details:not([open])");
  // The form for the play of a hand is closed until it is needed.
  return !element.hidden && (!fold || fold.matches(".take")) && applies(form, element);
}

/** Return the choices that the hand still needs; `replaced` names entries given in another way. */
export function openChoices(form, replaced) {
  return [...form.querySelectorAll("fieldset.chips[data-needed]:not([data-only-if] *)")].filter(
    (chips) =>
      !replaced.includes(chips.dataset.name) && isAsked(form, chips) && !chips.querySelector("input:checked"),
  );
}

/** Note what is chosen at first, so that tapping it again clears it. */
export function noteChosen(form) {
  for (const radio of form.querySelectorAll("[type=radio]:checked")) radio.dataset.chosen = "yes";
}

/** Clear a choice that the hand can do without when it is tapped again; return whether it was. */
export function clearTapped(radio) {
  const chips = radio.closest("fieldset");
  const again = radio.dataset.chosen && !("needed" in chips.dataset);
  for (const one of chips.querySelectorAll("[type=radio]")) delete one.dataset.chosen;
  if (!again) {
    radio.dataset.chosen = "yes";
    return false;
  }
  radio.checked = false;
  const none = chips.querySelector('[type=radio][value=""]');
  if (none) none.checked = true;
  return true;
}

/** Return a choice as the next step. */
export function choiceStep(chips) {
  return { words: chips.dataset.needed, go: () => chips.querySelector("input")?.focus() };
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

export class Preview {
  constructor(form, show) {
    this.form = form;
    this.show = show;
  }

  /** Ask once nothing has been tapped for a moment. */
  ask() {
    this.cancel();
    this.waiting = setTimeout(() => this.fetch(), PAUSE);
  }

  /** Drop the question, as the hand has changed or is being saved. */
  cancel() {
    clearTimeout(this.waiting);
    this.request?.abort();
  }

  async fetch() {
    const { signal } = (this.request = new AbortController());
    const body = new FormData(this.form);
    // The server does not know the hands before this one yet.
    if ("ahead" in this.form.dataset) return this.showAhead([...body], signal);
    body.set("look", "part");
    try {
      const answer = await fetch(this.form.action, { method: "POST", body, signal });
      if (!isOurs(answer)) throw new Error(answer.statusText);
      if (answer.ok) this.show(await answer.text());
    } catch {
      // An earlier hand has been previewed by the server alone.
      if (!signal.aborted && this.form.action.endsWith("/hands")) this.showAhead([...body], signal);
    }
  }

  /** Show what the rules on this phone say, if they are there. */
  async showAhead(fields, signal) {
    const scoring = await import("./offline/scoring.js").catch(() => null);
    const html = await scoring?.previewOf(this.form, fields.filter(([name]) => name !== "look"));
    if (!signal.aborted) this.show(html ?? '<p class="help">Scored once it is sent.</p>');
  }
}

/** Withdraw what was refused once it is changed; its room stays, so that nothing moves under the thumb. */
export function forgive(field) {
  for (let refused = field.closest(REFUSED); refused; refused = field.closest(REFUSED)) {
    const message = refused.getAttribute("aria-describedby");
    const form = refused.closest("form");
    form.querySelector(`[id="${message}"]`)?.classList.add("forgiven");
    for (const one of form.querySelectorAll(`[aria-describedby="${message}"]`)) {
      one.removeAttribute("aria-describedby");
      one.removeAttribute("aria-invalid");
    }
  }
}
