// The panel that asks for a hand while earlier ones are still to be sent. It is shown instead of the server's own panel,
// which stays on the page as it was drawn.

import { drawPanel, fillIn, hideAnswered } from "./blank_forms.js";
import { enteredIn, stepOf, valueOf, versionAhead } from "./course.js";

const place = document.createElement("div");
place.className = "now ahead";

/** What the panel is for, as a text. */
let asks = "";
/** The action that is being changed in it; null if it asks for something new. */
let changing = null;
/** Whether anything was entered in it. */
let isBegun = false;

for (const kind of ["click", "input"]) {
  place.addEventListener(kind, ({ target }) => (isBegun ||= target.matches("button, input, textarea, select")));
}

/** Ask for the next bid, or for the result of a hand with its bid. */
export function ask(course, step = course.bid ? "whole" : "bid", next = keyOf(course)) {
  const { number, bid, trump, now } = course;
  if (place.isConnected && next === asks && arguments.length === 1) return;
  const panel = drawPanel(step, number) ?? drawPanel("whole", number);
  if (!panel) return say("The next form could not be fetched. You can go on once this is sent.");
  if (now) showDealer(panel, now);
  if (bid) showBid(panel, bid, trump);
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
  const version = valueOf(action, "version");
  form.elements.version.value = action.isOutdated ? versionAhead(version) : version;
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
  if (!isBegun || changing) hide();
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
  [asks, changing, isBegun] = [next, null, false];
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

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Return the number of the hand that the server's panel asks for. */
function numberAsked() {
  return Number.parseInt(document.querySelector("[data-part=now] [name=version]")?.value, 10);
}

/** Empty the forms of the server's panel, so that it is not in use: what was entered in them waits. */
function leave(now) {
  for (const form of now.querySelectorAll("form")) form.reset();
  for (const fold of now.querySelectorAll("details[open]")) fold.open = false;
}

/** Fill in the bid, and show it as the heading instead of asking for it again. */
function showBid(panel, bid, trump) {
  const form = panel.querySelector("form.entry");
  const known = enteredIn(bid);
  form.dataset.bid = JSON.stringify(Object.fromEntries(known));
  fillIn(form, [...known, ...(trump ? enteredIn(trump) : [])]);
  hideAnswered(form, known);
  const heading = panel.querySelector("h2");
  const hand = Object.assign(document.createElement("small"), { textContent: heading.textContent });
  heading.className = "called";
  heading.replaceChildren(hand, " ", bid.entered);
}
