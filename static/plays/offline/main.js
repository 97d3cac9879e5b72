// Going on with a game while what was entered is still to be sent: the hands that wait, and a form for the next one.

import { all, change, remove } from "../../live/waiting.js";
import { fetchForms } from "./blank_forms.js";
import { courseOf, enteredIn, numberOf, renumbered, stepOf, valueOf, versionAhead } from "./course.js";
import { ask, askAgain, close, isChanging, say } from "./panel.js";
import { showRows } from "./rows.js";

const { live } = document.body.dataset;
const STUCK = "You can go on once it is sent.";

/** The ids of the actions that could not be sent at once: nothing is shown of what is on its way. */
const told = new Set();
/** The actions that are shown. */
let shown = [];
let refreshing = Promise.resolve();

for (const action of await all(live)) told.add(action.uid);
document.addEventListener("action-waiting", ({ detail: { uid, address } }) => {
  if (address !== live) return;
  told.add(uid);
  refresh();
});
for (const kind of ["action-sent", "action-refused", "actions-changed", "form-answered"]) {
  document.addEventListener(kind, refresh);
}
document.addEventListener("part-replaced", ({ target }) => {
  if (target.closest(".ahead")) return;
  prepare();
  refresh();
});
document.addEventListener("action-discarded", ({ detail }) => followDiscarded(detail));
document.addEventListener("action-change", (event) => {
  const { uid } = event.detail;
  if (!shown.some((action) => action.uid === uid) || !numberOf(event.detail)) return;
  event.preventDefault();
  changeHand(numberOf(event.detail), [event.detail]);
});
prepare();
refresh();

/** Return the field with the version in the server's panel; there is none where nothing can be entered. */
function versionField() {
  return document.querySelector("[data-part=now] [name=version]");
}

/** Fetch the forms in advance. */
function prepare() {
  const names = versionField()?.value.split(".")[1];
  if (names) fetchForms(names);
}

function refresh() {
  refreshing = refreshing.then(show);
}

async function show() {
  shown = (await all(live)).filter(({ uid }) => told.has(uid));
  showRows(shown, { change: changeHand, discard: discardHand });
  const course = courseOf(shown);
  if (isChanging(shown)) return;
  if (!shown.length || !versionField()) close();
  else if (course.stuck) say(STUCK);
  else if (course.number) ask(course);
  else {
    close();
    goOn(course);
  }
}

/** Make the server's own forms count although other actions are sent before them. */
function goOn({ trump }) {
  const now = document.querySelector("[data-part=now]");
  for (const added of now.querySelectorAll("[data-added]")) added.remove();
  for (const field of now.querySelectorAll("form:is(.entry, .suits) [name=version]")) {
    field.value = versionAhead(field.value);
    const { bid } = field.form.dataset;
    if (bid) addFields(field.form, [...bidIn(field.form), ...(trump ? enteredIn(trump) : []), ["whole", "on"]]);
  }
  const suit = trump && valueOf(trump, "trump");
  for (const button of now.querySelectorAll(".suit")) {
    if (trump) button.setAttribute("aria-pressed", String(button.value === suit));
  }
}

/** Return the fields of the bid that a form of the server's is about. */
function bidIn(form) {
  return Object.entries(JSON.parse(form?.dataset.bid ?? "{}"));
}

function addFields(form, fields) {
  for (const [name, value] of new Map(fields)) {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    input.dataset.added = "";
    form.append(input);
  }
}

function changeHand(number, group) {
  const action = group.findLast((one) => stepOf(one) !== "/trump");
  const bid = group.find((one) => stepOf(one) === "/bid");
  const others = group.filter((one) => stepOf(one) === "/trump");
  const isSeparate = action && stepOf(action) === "/hands" && !valueOf(action, "whole") && !valueOf(action, "alone");
  const form = document.querySelector("[data-part=now] form[data-bid]");
  const known = isSeparate ? [...(bid ? enteredIn(bid) : bidIn(form)), ...others.flatMap(enteredIn)] : [];
  askAgain(number, action, known, refresh);
}

async function discardHand(group) {
  for (const { uid } of group) await remove(uid);
  await followDiscarded(group.at(-1));
}

/** Give the hands after a discarded one their numbers; after a conflict, someone else's hand has its number. */
async function followDiscarded(discarded) {
  const rest = await all(live);
  const number = numberOf(discarded);
  const isGone = number && discarded.state !== "conflict" && !rest.some((action) => numberOf(action) === number);
  if (isGone) for (const [{ uid }, part] of renumbered(rest, number)) await change(uid, part);
}
