// The panel that asks for a hand while earlier ones are still to be sent, drawn from forms that were fetched in advance.
// It is shown instead of the server's own panel, which stays on the page as it was drawn.

import { isOurs } from "../../app.js";
import { newUid, stepOf, valueOf } from "../../live/waiting.js";
import { enteredIn } from "./scoring.js";

const NUMBER = /\{number\}/g;
const BOXES = "fieldset[data-name], .figure-rows[data-name], label.pick, label.text, label.switch";
const { live } = document.body.dataset;

const place = document.createElement("div");
place.className = "now ahead";

/** What the panel is for, as a text. */
let asks = "";
/** The action that is being changed in it; null if it asks for something new. */
let changing = null;

// Once anything was entered in it, it stays.
for (const kind of ["click", "input"]) {
  place.addEventListener(kind, ({ target }) => target.matches("button, input, textarea, select") && place.classList.add("begun"));
}

/** The forms of the hands to come. */
let html = "";

/** Fetch the forms, unless those for the same players are there; return whether there are new ones. */
export async function fetchForms(seats) {
  if (html.includes(`name="seats" value="${seats}"`)) return false;
  const address = `${live}/blank`;
  const isKept = navigator.serviceWorker?.controller;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || !isOurs(answer)) return false;
  html = await answer.text();
  // On its first page the phone can keep them only now.
  if (!isKept) navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ kind: "opened", address }));
  return true;
}

/** Return the panel with the form for a step of a hand; null if it could not be fetched. */
function drawPanel(step, number) {
  const part = parse(html.replace(NUMBER, number)).querySelector(`template[data-step="${step}"]`);
  const panel = part && document.importNode(part.content, true).querySelector(".panel");
  for (const form of panel?.querySelectorAll("form") ?? []) {
    form.querySelector("[name=csrf_token]").value = document.querySelector("main [name=csrf_token]").value;
    form.querySelector("[name=uid]").value = newUid();
  }
  return panel;
}

/** Fill in fields. */
function fillIn(form, fields) {
  for (const field of form.elements) {
    const values = fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (values.length && field.type !== "hidden") put(field, values);
  }
  for (const fold of form.querySelectorAll("details")) {
    const isFilled = ({ value, type, checked }) => value && (type !== "radio" || checked);
    if ([...fold.querySelectorAll("input, select, textarea")].some(isFilled)) fold.open = true;
  }
}

function put(field, values) {
  if (field.matches("[type=radio], [type=checkbox]")) {
    field.checked = values.includes(field.value);
  } else if (field.localName === "select") {
    for (const option of field.options) option.selected = values.includes(option.value);
  } else if (field.localName !== "button") field.value = values[0];
}

/** Hide what was answered before; it is sent with the rest. */
function hideAnswered(form, fields) {
  for (const [name, value] of fields) {
    const box = value && form.querySelector(`[name="${CSS.escape(name)}"]`)?.closest(BOXES);
    if (box) box.hidden = true;
  }
}

/** Ask for the next bid, or for the result of a hand with its bid. */
export function ask(course, step = course.bid ? "whole" : "bid", next = keyOf(course)) {
  const { number, bid, called, trump, now } = course;
  if (place.isConnected && next === asks && arguments.length === 1) return bid && nameBid(place, called);
  const panel = drawPanel(step, number) ?? drawPanel("whole", number);
  if (!panel) return say("The next form could not be fetched. You can go on once this is sent.");
  if (now) showDealer(panel, now);
  if (bid) showBid(panel, bid, called, trump);
  for (const button of panel.querySelectorAll("[data-to]")) {
    if (bid) button.parentElement.remove();
    else button.addEventListener("click", () => ask(course, button.dataset.to, next));
  }
  show(panel, next);
  markLater(!now && number !== numberAsked());
}

/** Ask again for what waits, to change it; `known` are fields that were answered before. */
export function askAgain(number, action, known, done) {
  const alone = valueOf(action, "alone");
  const first = stepOf(action) === "/bid" || alone ? "bid" : "whole";
  const panel = drawPanel(first, number) ?? drawPanel("whole", number);
  const form = alone ? panel?.querySelector(`.alone [value="${alone}"]`)?.form : panel?.querySelector("form.entry");
  if (!form) return;
  fillIn(form, [...known, ...enteredIn(action)]);
  form.elements.uid.value = action.uid;
  for (const name of ["number", "seats", "revision", "ahead"]) form.elements[name].value = valueOf(action, name) ?? "";
  if (action.isOutdated) form.elements.ahead.value = "yes";
  for (const fold of [form.closest("details")]) if (fold) fold.open = true;
  const aside = panel.querySelector(".aside:last-child") ?? panel.appendChild(document.createElement("p"));
  aside.innerHTML = '<button type="button" class="quiet">Keep it as it is</button>';
  aside.className = "aside";
  aside.firstChild.addEventListener("click", () => {
    changing = null;
    hide();
    done();
  });
  show(panel, `change ${action.uid}`);
  changing = action;
}

/** Return whether one of these actions is being changed. */
export function isChanging(actions) {
  return Boolean(changing && place.isConnected && actions.some(({ uid, at }) => uid === changing.uid && at === changing.at));
}

/** Say why nothing can be entered now. */
export function say(words, heading = "<h2>Waiting to be sent</h2>") {
  if (place.isConnected && words + heading === asks) return;
  const panel = document.createElement("section");
  panel.className = "panel";
  panel.append(parse(heading), Object.assign(document.createElement("p"), { className: "help", textContent: words }));
  Object.assign(panel.querySelector("h2"), { id: "ahead", tabIndex: -1 });
  show(panel, words + heading);
}

/** Show the server's panel again, unless someone is filling in this one. */
export function close() {
  if (!place.matches(".begun") || changing) hide();
}

/** Show no dealer on the board where nobody knows yet who deals this hand. */
function markLater(yes) {
  document.querySelector(".at-hand")?.classList.toggle("later", yes);
}

function hide() {
  markLater(false);
  place.remove();
  place.replaceChildren();
  changing = null;
}

function show(panel, next) {
  const hadFocus = document.activeElement === document.body || document.activeElement.closest(".now, .pending");
  place.replaceChildren(panel);
  [asks, changing] = [next, null];
  place.classList.remove("begun");
  if (!place.isConnected) {
    const now = document.querySelector("[data-part=now]");
    leave(now);
    now.before(place);
  }
  if (hadFocus) panel.querySelector("h2").focus({ preventScroll: true });
  scrollTo({ top: 0, behavior: "instant" });
  // The keypads are attached as to a panel that the server has drawn.
  panel.dispatchEvent(new Event("part-replaced", { bubbles: true }));
}

function keyOf({ number, bid, trump, now }) {
  return [number, bid?.uid, bid?.at, trump?.uid, now?.dealer].join();
}

/** Say who deals or whose turn it is, as the rules on this phone say. */
function showDealer(panel, { dealer, heading }) {
  for (const form of panel.querySelectorAll("form.entry")) form.dataset.dealer = dealer;
  panel.querySelector("h2").innerHTML = parse(heading).querySelector("h2").innerHTML;
}

export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Return the number of the hand that the server's panel asks for. */
function numberAsked() {
  return Number(document.querySelector("[data-part=now] [name=revision]")?.form.elements.number.value);
}

/** Empty the forms of the server's panel, so that it is not in use: what was entered in them waits. */
function leave(now) {
  for (const form of now.querySelectorAll("form")) form.reset();
  for (const fold of now.querySelectorAll("details[open]")) fold.open = false;
}

/** Fill in the bid, and show it as the heading instead of asking for it again. */
function showBid(panel, bid, called, trump) {
  const form = panel.querySelector("form.entry");
  const known = enteredIn(bid);
  form.dataset.bid = JSON.stringify(Object.fromEntries(known));
  fillIn(form, [...known, ...(trump ? enteredIn(trump) : [])]);
  hideAnswered(form, known);
  const heading = panel.querySelector("h2");
  const hand = Object.assign(document.createElement("small"), { textContent: heading.textContent });
  heading.replaceChildren(hand, " ", document.createElement("span"));
  heading.className = "called";
  nameBid(panel, called);
}

/** Say the bid in words, which the rules have once they are loaded. */
function nameBid(panel, words) {
  const place = panel.querySelector(".called > span");
  if (place) place.textContent = words;
}
