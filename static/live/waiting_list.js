// What is still to be sent or was refused: a line that leads to the list of it, in which nothing is dropped without a tap,
// and the conflicts about which someone has to decide.

import { ageOf, statusLine } from "../app/main.js";
import { fillIn } from "./draft.js";
import { holdStill } from "./parts.js";
import { isAccepted, post, Sender, tryAgain } from "./sending.js";
import { all, arrive, discard, isHere } from "./waiting.js";

/** The conflicts that are being asked for, or that the server no longer has. */
const asked = new Set();
/** Those that nobody had decided about when this was called last. */
let open = [];

const section = document.createElement("section");
section.className = "waiting";
section.setAttribute("aria-labelledby", "waiting");
section.innerHTML = '<h2 id="waiting" tabindex="-1"></h2><ul class="list"></ul>';
const [heading, list] = section.children;

document.addEventListener("actions-changed", () => section.isConnected && draw());

/** Return the button that says what waits, or what was refused, and shows it; briefly after the reason for it. */
export function waitingButton(actions, sender, why = "") {
  const refused = actions.filter(({ state }) => state !== "waiting");
  const concerned = refused.length ? refused : actions;
  const others = concerned.length > 1 ? ` and ${concerned.length - 1} more` : "";
  const what = `${wordsOf(concerned[0])}${others}`;
  const waits = !why ? "waiting to be sent" : why.endsWith(". ") ? `${/s$|more$/.test(what) ? "are" : "is"} waiting` : "waiting";
  const button = lineButton(`${what} ${refused.length ? "not saved" : waits}`);
  button.classList.toggle("refused", refused.length > 0);
  button.addEventListener("click", () => show(sender));
  return button;
}

/** Return what an action is, with the name of its game if this page is about another. */
function wordsOf({ game, address, words }) {
  return game && address !== document.body.dataset.live ? `${game}: ${words}` : words;
}

/** Return a button for the line, whose words are cut off where there is no room for them. */
export function lineButton(words) {
  const button = quietButton("");
  button.append(Object.assign(document.createElement("span"), { textContent: words }));
  return button;
}

function quietButton(words) {
  return Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: words });
}

/** Show a warning above the page, for as long as there is one. */
export function warn(id, words) {
  const shown = document.getElementById(id);
  if (!words) return shown?.remove();
  if (shown) return;
  const warning = Object.assign(document.createElement("p"), { id, className: "waiting problem" });
  warning.setAttribute("role", "alert");
  warning.textContent = words;
  document.querySelector("main").before(warning);
  warning.scrollIntoView({ block: "center" });
}

/** Show the list, or hide it if it is shown. */
export async function show(sender) {
  section.sender = sender;
  if (section.isConnected) return section.remove();
  document.querySelector("main").before(section);
  await draw();
  section.scrollIntoView({ block: "nearest" });
  heading.focus({ preventScroll: true });
}

async function draw() {
  const actions = await all();
  if (!actions.length) return section.remove();
  heading.textContent = actions.some(({ state }) => state !== "waiting") ? "Not saved yet" : "Waiting to be sent";
  list.replaceChildren(...actions.map(row));
}

function row(action) {
  const item = document.createElement("li");
  const time = new Date(action.at).toTimeString().slice(0, 5);
  item.append(text("b", wordsOf(action)), text("small", time), text("p", action.entered));
  if (action.answer) item.append(text("p", action.answer, "problem"));
  item.append(text("p", "", "help"));
  const buttons = text("div", "", "buttons");
  // The page that it was entered on may be gone.
  if (action.state === "conflict" && !isHere(action)) buttons.append(link("Compare and decide", action.address));
  if (action.state === "refused") buttons.append(button("Try again", () => tryAgain(action, section.sender)));
  if (action.state !== "conflict" && !action.isOutdated) buttons.append(button("Change", () => change(action, item)));
  buttons.append(button("Discard", () => drop(action)));
  item.append(buttons);
  return item;
}

async function change(action, item) {
  if (await fillIn(action)) section.remove();
  else item.querySelector(".help").textContent = "The page no longer asks for this. Enter it as it is now, and discard this.";
}

async function drop(action) {
  await discard([action]);
  section.sender.send();
}

export function button(words, tapped) {
  const made = quietButton(words);
  made.addEventListener("click", tapped);
  return made;
}

function link(words, address) {
  return Object.assign(text("a", words, "button"), { href: address });
}

function text(kind, words, className = "") {
  return Object.assign(document.createElement(kind), { textContent: words, className });
}

/** Show the conflicts among all actions that belong to this page and are not on it; remove those that are settled. */
export async function showConflicts(actions) {
  const waiting = new Set(actions.map(({ uid }) => uid));
  for (const uid of open) if (!waiting.has(uid)) find(document, uid)?.remove();
  open = actions.filter(({ state }) => state === "conflict").map(({ uid }) => uid);
  for (const action of actions) {
    const { uid, state } = action;
    if (state !== "conflict" || !isHere(action) || find(document, uid) || asked.has(uid)) continue;
    asked.add(uid);
    try {
      await compare(action);
    } catch {
      asked.delete(uid);
    }
  }
}

async function compare(action) {
  const answer = await post(action);
  // What stood against it has been undone, so that it is saved now.
  if (isAccepted(answer)) return arrive(action).then(() => location.reload());
  const section = find(new DOMParser().parseFromString(answer.html, "text/html"), action.uid);
  if (!section || find(document, action.uid)) return;
  const shown = document.importNode(section, true);
  const now = document.querySelector('main .ahead, main [data-part="now"]');
  // Someone who is entering something goes on, and finds it above.
  holdStill(() => {
    if (now) now.before(shown);
    else document.querySelector("main").prepend(shown);
  });
  asked.delete(action.uid);
}

function find(root, uid) {
  return root.querySelector(`[data-conflict="${uid}"]`);
}

/** Send what waits on a page that follows no game or night, and say what is left. */
export async function sendElsewhere() {
  const { keptAt } = document.body.dataset;
  const line = statusLine();
  const sender = new Sender();
  const say = async () => {
    const actions = await all();
    if (actions.length) line.replaceChildren(keptAt ? "Offline: " : "", waitingButton(actions, sender));
    else line.textContent = keptAt ? ageOf(new Date(Number(keptAt))) : "";
  };
  for (const kind of ["action-waiting", "action-refused", "actions-changed"]) document.addEventListener(kind, say);
  await sender.send();
  await say();
  // What was entered on this page waits, as this phone may not see the page any more.
  const isShutOut = ({ state, answer, address }) => state === "waiting" && answer && location.pathname.startsWith(address);
  if ((await all()).some(isShutOut)) show(sender);
}
