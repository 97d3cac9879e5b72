// What is chosen in a form besides its figures, what that makes of the rest of the form, and what the server says of all
// of it, as its rules are the only judge.

import { isOurs } from "../live/ours.js";

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

/** Return the player that an entry names, here or in the step before. */
function named(form, entry) {
  return chosen(form, entry) || form.dataset[entry];
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
export function lowered(words) {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Return a choice as the next step. */
function choiceStep(chips) {
  return { words: chips.dataset.needed, go: () => chips.querySelector("input")?.focus() };
}

/** Return what a hand still needs, in words, and how to go there; null if it is complete. */
export function missingStep(hand) {
  const [chips] = openChoices(hand.form, hand.replaced);
  if (chips) return choiceStep(chips);
  const uncounted = hand.oneByOne.map((each) => each.uncounted);
  const group = [...hand.groups.filter((one) => !isDone(one, hand)), ...uncounted].find(Boolean);
  const place = group?.figures.find((one) => hand.isOpen(one)) ?? group?.figures.at(-1);
  return group ? { words: `Enter ${place.wanted(place === hand.marked)}`, go: () => hand.focus(place) } : null;
}

function isDone({ complete, name, fieldset, rows, spare }, { form, groups, replaced }) {
  if (rows && spare && groups.some((one) => one.rows === rows && one.filled)) return true;
  return complete || replaced.includes(name) || fieldset.hidden || !isAsked(form, fieldset);
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
    this.button.textContent = next ? next.words : this.says;
    this.button.classList.toggle("waits", Boolean(next));
  }
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
