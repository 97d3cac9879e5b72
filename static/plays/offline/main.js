// Going on with a game while what was entered is still to be sent: the hands that wait, and a form for the next one.

import { outbox } from "../../live/main.js";
import { tryAgain } from "../../live/sending.js";
import { all, remove } from "../../live/waiting.js";
import { fetchForms } from "./blank_forms.js";
import { courseOf, enteredIn, isWhole, numberCorrected, numberOf, replaced, stepOf, valueOf, versionAhead } from "./course.js";
import { discard } from "./discarding.js";
import { ask, askAgain, close, isChanging, say } from "./panel.js";
import { guardForms } from "./refusing.js";
import { showRows } from "./rows.js";
import { followChange, prepare as prepareRules, scoreAll } from "./scoring.js";
import { showTotals } from "./totals.js";

const { keptAt, live } = document.body.dataset;
/** Milliseconds. */
const MOMENT = 500;
const BEFORE_RULES = 3000;
const STUCK = "You can go on once it is sent.";
const OVER = "Not sent yet. You can play again once it is.";

/** The ids of the actions that could not be sent at once: nothing is shown of what is on its way. */
const told = new Set();
/** The actions that are shown. */
let shown = [];
let refreshing = Promise.resolve();

for (const { uid } of await all(live)) if (!outbox.isShownByForm(uid)) told.add(uid);
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
  refresh();
  prepare();
  followChange();
});
document.addEventListener("action-change", (event) => {
  const number = numberOf(event.detail);
  const group = shown.filter((action) => number && numberOf(action) === number);
  if (!group.some(({ uid }) => uid === event.detail.uid)) return;
  event.preventDefault();
  changeHand(number, group);
});
guardForms((form) => "ahead" in form.dataset || shown.length > 0 || !outbox.isReachable);
// Without the forms, what waits is shown all the same.
setTimeout(refresh, MOMENT);
setTimeout(async () => (await prepareRules()) && refresh(), told.size || keptAt ? MOMENT : BEFORE_RULES);
prepare().then(changeAsked);

/** Return the field with the version in the server's panel; there is none where nothing can be entered. */
function versionField() {
  return document.querySelector("[data-part=now] [name=version]");
}

/** Fetch the forms in advance. */
async function prepare() {
  const seats = versionField()?.value.split(".")[1];
  if (seats && (await fetchForms(seats))) refresh();
}

/** Ask again for the hand that someone wants to change, as was tapped on another page. */
async function changeAsked() {
  await refreshing;
  const asked = shown.find(({ uid }) => location.hash === `#change-${uid}`);
  if (asked) document.dispatchEvent(new CustomEvent("action-change", { detail: asked, cancelable: true }));
}

function refresh() {
  refreshing = refreshing.then(show);
}

async function show() {
  shown = (await all(live)).filter(({ uid }) => told.has(uid));
  const needless = replaced(shown);
  if (needless.length) return Promise.all(needless.map(({ uid, at }) => remove(uid, at)));
  const known = shown.length ? await scoreAll(shown) : null;
  // A conflict is shown on its own, with what others have saved.
  showRows(shown.filter(({ state }) => state !== "conflict"), known?.scored ?? new Map(), { tryAgain: again, change: changeHand, discard });
  showTotals(known?.now, shown.some((action) => stepOf(action) === "/hands" || numberCorrected(action)));
  const course = { ...courseOf(shown), now: known?.now };
  if (isChanging(shown)) return;
  if (!shown.length || !versionField()) close();
  else if (course.stuck) say(STUCK);
  else if (course.now?.ended) say(OVER, course.now.heading);
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

function again(action) {
  return tryAgain(action, outbox.sender);
}

/** Ask again for what was entered of a hand; for its bid too, unless that was sent before. */
function changeHand(number, group) {
  const action = group.filter((one) => stepOf(one) !== "/trump").pop();
  const known = isWhole(action) ? [] : bidIn(document.querySelector("[data-part=now] form[data-bid]"));
  if (action) askAgain(number, action, known, refresh);
}
