// The hands that are still to be sent, as rows above those that were played.

import { byHand, numberCorrected, stepOf } from "./course.js";
import { whenScored } from "./scoring.js";

const CORRECTION = "Correction waiting to be sent";
const SOON = "It is sent as soon as the server can be reached.";

const section = document.createElement("section");
section.className = "pending";
section.setAttribute("aria-label", "Waiting to be sent");

/** Show the actions with what they score, by their ids; `act` has what the buttons of a row do: `tryAgain`, `change` and `discard`. */
export function showRows(actions, scored, act) {
  const open = new Set([...section.querySelectorAll("details[open]")].map((row) => row.dataset.row));
  const groups = byHand(actions).reverse();
  section.replaceChildren(...groups.map(([number, group]) => rowOf(number, group, scored, act)));
  for (const row of section.children) row.open = open.has(row.dataset.row);
  markCorrected(actions);
  if (!actions.length) section.remove();
  else if (!section.isConnected) document.querySelector("[data-part=hands]")?.before(section);
}

/** Say at the rows of earlier hands which of them are corrected by what waits. */
function markCorrected(actions) {
  for (const mark of document.querySelectorAll(".hand .unsent")) mark.remove();
  for (const number of new Set(actions.map(numberCorrected))) {
    const mark = Object.assign(document.createElement("small"), { className: "unsent", textContent: CORRECTION });
    document.querySelector(`#hand-${number} .what`)?.append(mark);
  }
}

function rowOf(number, group, scored, act) {
  const row = document.createElement("details");
  row.dataset.row = number || group[0].uid;
  row.innerHTML = '<summary><span></span><small></small></summary><div></div><div class="buttons"></div>';
  const [title, entered] = row.firstChild.children;
  const refused = group.find(({ state }) => state !== "waiting");
  const { html, problems = [] } = scored.get(group.at(-1).uid) ?? {};
  title.innerHTML = `<b></b>, ${refused ? "not saved" : problems.length ? "can’t be saved yet" : "waiting to be sent"}`;
  title.firstChild.textContent = group.at(-1).words;
  entered.textContent = group.map((action) => action.entered).filter(Boolean).join(" · ");
  const [help, buttons] = [...row.children].slice(1);
  if (html && !refused) help.innerHTML = html;
  else help.append(refused?.answer ?? (problems[0]?.message || (group.some(isHand) ? whenScored() : SOON)));
  if (refused?.state === "refused") buttons.append(button("Try again", () => act.tryAgain(refused)));
  if (!refused?.isOutdated && group.some((action) => /^\/(bid|hands)$/.test(stepOf(action)))) {
    buttons.append(button("Change", () => act.change(number, group)));
  }
  buttons.append(button("Discard", () => act.discard(group)));
  return row;
}

function isHand(action) {
  return stepOf(action) === "/hands";
}

function button(words, action) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: words });
  made.addEventListener("click", action);
  return made;
}
