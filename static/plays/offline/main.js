// Going on with a game while what was entered is still to be sent: a form for the next hand, the hands that wait as rows
// above those that were played, and the scoreboard with them. The server's own is put back once nothing waits.

import { outbox } from "../../live/main.js";
import { tryAgain } from "../../live/sending.js";
import { all, discard, numberOf, remove, stepOf, valueOf } from "../../live/waiting.js";
import { button } from "../../live/waiting_list.js";
import { ask, askAgain, close, fetchForms, isChanging, parse, say } from "./panel.js";
import { addSaved, byHand, courseOf, enteredIn, followChange, guardForms, isWhole, numberCorrected, prepare as prepareRules, replaced, scoreAll, whenScored } from "./scoring.js";

const { keptAt, live } = document.body.dataset;
/** Milliseconds. */
const MOMENT = 500;
const BEFORE_RULES = 3000;
const STUCK = "You can go on once it is sent.";
const OVER = "Not sent yet. You can play again once it is.";
const CORRECTION = "Correction waiting to be sent";
const SOON = "It will be sent as soon as the server can be reached.";
const UNSENT = "Not sent yet";
const HANDED_OVER = "Handed over: go on there";

/** The ids of the actions that could not be sent at once: nothing is shown of what is on its way. */
const told = new Set();
/** The actions that are shown. */
let shown = [];
let refreshing = Promise.resolve();

const section = document.createElement("section");
section.className = "pending";
section.setAttribute("aria-label", "Waiting to be sent");

/** The scoreboard as the server drew it, and what is shown besides. */
let original = null;
let board = null;
let added = [];

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
document.addEventListener("form-answered", ({ detail: saved }) => saved && addSaved(saved));
document.addEventListener("action-change", (event) => {
  const number = numberOf(event.detail);
  const group = shown.filter((action) => number && numberOf(action) === number);
  if (!group.some(({ uid }) => uid === event.detail.uid)) return;
  event.preventDefault();
  changeHand(number, group);
});
guardForms((form) => "ahead" in form.dataset || shown.length > 0 || !outbox.isReachable);
document.addEventListener("click", ({ target }) => {
  const button = document.querySelector(".menu .hand-over");
  if (button?.contains(target)) handOver().then(({ showCode }) => showCode());
  // With a server, phones are invited.
  else if (button && target.closest?.(".menu")) button.hidden = outbox.isReachable && !shown.length;
});
addEventListener("hashchange", takeOver);
takeOver();
// Without the forms, what waits is shown all the same.
setTimeout(refresh, MOMENT);
setTimeout(loadRules, told.size || keptAt ? MOMENT : BEFORE_RULES);
prepare().then(changeAsked);

/** Offer what the address of this page has of another phone's sheet. */
async function takeOver() {
  if (location.hash.startsWith("#sheet=")) (await handOver()).takeOver();
}

function handOver() {
  return import("./handing_over.js");
}

/** Return the field with the seats in the server's panel; there is none where nothing can be entered. */
function seatsField() {
  return document.querySelector("[data-part=now] [name=seats]");
}

/** Get the rules, and what hands over a sheet with them, before the network is gone. */
async function loadRules() {
  if (await prepareRules()) refresh();
  handOver().catch(() => {});
}

/** Fetch the forms in advance. */
async function prepare() {
  const seats = seatsField()?.value;
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
  showRows(shown.filter(({ state }) => state !== "conflict"), known?.scored ?? new Map());
  const scoring = shown.filter((action) => isHand(action) || numberCorrected(action));
  showTotals(known?.now, !scoring.length ? "" : scoring.every(({ isHandedOver }) => isHandedOver) ? HANDED_OVER : UNSENT);
  const course = { ...courseOf(shown), now: known?.now };
  course.called = known?.scored.get(course.bid?.uid)?.called || course.bid?.entered;
  if (isChanging(shown)) return;
  if (!shown.length || !seatsField()) close();
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
  for (const field of now.querySelectorAll("form:is(.entry, .suits) [name=ahead]")) {
    field.value = "yes";
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

/** Ask again for what was entered of a hand; for its bid too, unless that was sent before. */
function changeHand(number, group) {
  const action = group.filter((one) => stepOf(one) !== "/trump").pop();
  const known = isWhole(action) ? [] : bidIn(document.querySelector("[data-part=now] form[data-bid]"));
  if (action) askAgain(number, action, known, refresh);
}

/** Show the actions with what they score, by their ids. */
function showRows(actions, scored) {
  const open = new Set([...section.querySelectorAll("details[open]")].map((row) => row.dataset.row));
  const groups = byHand(actions).reverse();
  section.replaceChildren(...groups.map(([number, group]) => rowOf(number, group, scored)));
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

function rowOf(number, group, scored) {
  const row = document.createElement("details");
  row.dataset.row = number || group[0].uid;
  row.innerHTML = '<summary><span></span><small></small></summary><div></div><div class="buttons"></div>';
  const [title, entered] = row.firstChild.children;
  const refused = group.find(({ state }) => state !== "waiting");
  const { html, problems = [] } = scored.get(group.at(-1).uid) ?? {};
  const isSaved = valueOf(group.at(-1), "handed-over") === "saved";
  title.innerHTML = `<b></b>, ${refused ? "not saved" : isSaved ? "taken over" : problems.length ? "can’t be saved yet" : "waiting to be sent"}`;
  title.firstChild.textContent = group.at(-1).words;
  entered.textContent = group.map((action) => action.entered).filter(Boolean).join(" · ");
  const [help, buttons] = [...row.children].slice(1);
  if (html && !refused) help.innerHTML = html;
  else help.append(refused?.answer ?? (problems[0]?.message || (group.some(isHand) ? whenScored() : SOON)));
  if (refused?.state === "refused") buttons.append(button("Try again", () => tryAgain(refused, outbox.sender)));
  if (!refused?.isOutdated && group.some((action) => /^\/(bid|hands)$/.test(stepOf(action)))) {
    buttons.append(button("Change", () => changeHand(number, group)));
  }
  buttons.append(button("Discard", () => discard(group)));
  return row;
}

function isHand(action) {
  return stepOf(action) === "/hands";
}

/** Show the totals, the dealer and who has won, as the rules on this phone say, with a note; without them the server's. */
function showTotals(now, words) {
  const shown = document.querySelector("[data-part=board]");
  restore();
  if (shown !== board) [board, original] = [shown, null];
  const [next, pile] = now ? parse(now.board).children : [];
  const sides = [...(board?.querySelectorAll(".side") ?? [])];
  if (!next || sides.length !== next.querySelectorAll(".side").length) return;
  original = { html: board.innerHTML, className: board.className, headings: headings().map((one) => [one, one.textContent]) };
  board.className = next.className;
  const totals = [...next.querySelectorAll(".total")].map((one) => one.textContent);
  next.querySelectorAll(".side").forEach((side, at) => write(sides[at], side));
  headings().forEach((one, at) => (one.textContent = totals[at]));
  // A part of the page is what the server drew.
  pile?.removeAttribute("data-part");
  const note = Object.assign(document.createElement("p"), { className: "unsent", textContent: words });
  added = [pile, words && note].filter(Boolean);
  if (pileBelow()) pileBelow().hidden = true;
  board.after(...added);
}

function restore() {
  for (const one of added) one.remove();
  added = [];
  if (!original) return;
  board.innerHTML = original.html;
  board.className = original.className;
  for (const [one, text] of original.headings) one.textContent = text;
  original = null;
  if (pileBelow()) pileBelow().hidden = false;
}

/** Return the totals above the hands. */
function headings() {
  return [...document.querySelectorAll("[data-part=hands] .names b")];
}

/** Return the server's line of what is on the table. */
function pileBelow() {
  return document.querySelector("[data-part=on-table]");
}

/** Replace everything on one side but the names and colours, of which the server knows whose they are. */
function write(side, next) {
  const heading = side.querySelector("h2");
  const names = heading.querySelectorAll(".name");
  for (const mark of heading.querySelectorAll(".deals")) mark.remove();
  next.querySelectorAll("h2 .name").forEach((name, at) => names[at].append(...name.querySelectorAll(".deals")));
  next.querySelector(".total").className = side.querySelector(".total").className;
  next.querySelector(".race")?.setAttribute("class", side.querySelector(".race")?.getAttribute("class") ?? "race");
  next.querySelector("h2").replaceWith(heading);
  side.replaceWith(next);
}
